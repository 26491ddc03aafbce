package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What watchers hear of a slot that is lost, by expiry or by the end of its session: 4.7 of PROTOCOL.md. */
final class WatchedExpiryTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient watcher = engine.client("watcher");
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @BeforeEach
    void watchEverything() {
        watcher.ask("watch", ">", "");
    }

    private List<String> events() {
        return heard(watcher);
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("SW-05")
    void aSlotThatTheSweepTakesIsReleased(Kind kind) {
        kind.ask(alice, "k");
        events();

        engine.passSeconds(33);
        assertThat(events()).isEmpty();
        engine.sweep();

        assertThat(events()).containsExactly("watch release k");
        engine.sweep();
        assertThat(events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("SW-05")
    void aSlotThatGoesWithItsSessionIsReleased(Kind kind) {
        kind.ask(alice, "k");
        events();

        alice.disconnect();

        assertThat(events()).containsExactly("watch release k");
    }

    @Test
    @Pitfall("SW-05")
    void oneSweepAnnouncesAKeyOnceHoweverManySlotsItTakes() {
        for (int i = 0; i < 3; i++) {
            alice.ask("sl", "pool", "0 5 " + (3 + i));
            bob.ask("rl", "book", "0 4");
        }
        carol.ask("sl", "pool", "0 5 100");
        events();
        engine.passSeconds(5);

        engine.sweep();

        assertThat(events()).containsExactlyInAnyOrder("watch release pool", "watch release book");
    }

    @Test
    @Pitfall("SW-05")
    void theEndOfASessionAnnouncesAKeyOnceHoweverManySlotsGo() {
        for (int i = 0; i < 3; i++) {
            alice.ask("sl", "pool", "0 5");
            alice.ask("rl", "book", "0");
        }
        bob.ask("sl", "pool", "0 5");
        events();

        alice.disconnect();

        assertThat(events()).containsExactlyInAnyOrder("watch release pool", "watch release book");
    }

    @Test
    @Pitfall("SW-05")
    void theEndOfASessionThatOnlyWaitedReleasesNothing() {
        alice.ask("l", "k", "0");
        bob.send("l", "k", "60");
        carol.ask("e", "k", "");
        events();

        bob.disconnect();
        carol.disconnect();

        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall("SW-06")
    void aKeyIsReleasedBeforeTheSuccessorsOfAGoneSessionAcquireIt() {
        alice.ask("sl", "pool", "0 2");
        alice.ask("sl", "pool", "0 2");
        bob.send("sl", "pool", "60 2");
        carol.send("sl", "pool", "60 2");
        events();

        alice.disconnect();

        assertThat(events()).containsExactly("watch release pool", "watch acquire pool", "watch acquire pool");
    }

    @ParameterizedTest
    @CsvSource({"l, 0 1, l, 0", "l, 0 1, e, ''", "sl, 0 2 1, sl, 0 2", "rl, 0 1, rl, 0", "wl, 0 1, we, ''"})
    @Pitfall({"SW-05", "SW-06"})
    void aNewcomerTakesAwayWhatHasLapsedFirst(String command, String argument, String next, String nextArgument) {
        alice.ask(command, "k", argument);
        engine.passSeconds(1);
        events();

        bob.send(next, "k", nextArgument);

        assertThat(events()).containsExactly("watch release k", "watch acquire k");
    }

    @Test
    @Pitfall("SW-05")
    void aNewcomerAnnouncesAllThatItTakesAwayAsOneRelease() {
        for (int i = 0; i < 3; i++) {
            alice.ask("sl", "k", "0 3 1");
        }
        engine.passSeconds(1);
        events();

        bob.ask("sl", "k", "0 3");

        assertThat(events()).containsExactly("watch release k", "watch acquire k");
    }

    @Test
    @Pitfall("SW-05")
    void aRenewThatComesTooLateReleases() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 1"));
        engine.passSeconds(1);
        events();

        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("error_lease_expired");

        assertThat(events()).containsExactly("watch release k");
        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("error");
        engine.sweep();
        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall("SW-05")
    void aReleaseThatComesTooLateIsAReleaseAllTheSame() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 1"));
        engine.passSeconds(1);
        events();

        assertThat(alice.ask("r", "k", grant.token())).isEqualTo("ok");

        assertThat(events()).containsExactly("watch release k");
        engine.sweep();
        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall("SW-05")
    void aWaitThatComesTooLateReleases() {
        alice.ask("e", "k", "1");
        engine.passSeconds(1);
        events();

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_lease_expired");

        assertThat(events()).containsExactly("watch release k");
    }

    @Test
    @Pitfall("SW-05")
    void aWaitForWhatTheSweepTookReleasesNothingMore() {
        alice.ask("e", "k", "1");
        engine.passSeconds(1);
        engine.sweep();
        events();

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_lease_expired");

        assertThat(events()).isEmpty();
    }

    /** Nobody was told of the grant, but the slot was taken and is free again. */
    @Test
    @Pitfall("SW-05")
    void aGrantThatNobodyCollectsIsReleasedAllTheSame() {
        alice.ask("l", "k", "0 5");
        bob.ask("e", "k", "5");
        events();

        engine.passSeconds(5);
        assertThat(events()).containsExactly("watch release k");
        engine.passSeconds(5);
        engine.sweep();

        assertThat(events()).containsExactly("watch release k");
    }

    @Test
    @Pitfall("SW-05")
    void anUncollectedGrantThatGoesWithItsSessionIsReleased() {
        alice.ask("l", "k", "0 5");
        bob.ask("e", "k", "50");
        engine.passSeconds(5);
        events();

        bob.disconnect();

        assertThat(events()).containsExactly("watch release k");
    }

    @ParameterizedTest
    @CsvSource({"l, 0 5, l, 60, acquire", "elect, 0 5, elect, 60, elect", "wl, 0 5, rl, 60, acquire"})
    @Pitfall({"SW-05", "SW-06"})
    void aLeaseThatEndsWhileSomeoneWaitsIsReleasedAndTakenAtOnce(
            String command, String argument, String next, String nextArgument, String event) {
        alice.ask(command, "k", argument);
        bob.send(next, "k", nextArgument);
        events();

        engine.passSeconds(5);

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(events()).containsExactly("watch release k", "watch " + event + " k");
        engine.sweep();
        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall({"SW-05", "SW-06"})
    void leasesThatEndOneByOneAreHandedOverOneByOne() {
        alice.ask("sl", "k", "0 2 5");
        alice.ask("sl", "k", "0 2 6");
        bob.send("sl", "k", "60 2 100");
        carol.send("sl", "k", "60 2 100");
        events();

        engine.passSeconds(5);
        assertThat(events()).containsExactly("watch release k", "watch acquire k");
        engine.passSeconds(1);

        assertThat(events()).containsExactly("watch release k", "watch acquire k");
    }

    @Test
    @Pitfall({"SW-05", "SW-06"})
    void leasesThatEndTogetherAreHandedOverOneByOneToo() {
        alice.ask("sl", "k", "0 2 5");
        alice.ask("sl", "k", "0 2 5");
        bob.send("sl", "k", "60 2 100");
        carol.send("sl", "k", "60 2 100");
        events();

        engine.passSeconds(5);

        assertThat(events())
                .containsExactly("watch release k", "watch acquire k", "watch release k", "watch acquire k");
    }

    @Test
    @Pitfall("SW-05")
    void whereSlotsOutliveTheirSessionsTheReleaseComesWithTheSweep() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient there = keeping.client("there");
        TestClient gone = keeping.client("gone");
        there.ask("watch", "k", "");
        gone.ask("l", "k", "0 5");
        heard(there);

        gone.disconnect();
        assertThat(there.hasNoAnswer()).isTrue();
        keeping.passSeconds(5);
        keeping.sweep();

        assertThat(heard(there)).containsExactly("watch release k");
    }

    @Test
    @Pitfall("SW-05")
    void aWatcherHearsNothingOfItsOwnEnd() {
        watcher.ask("l", "k", "0");
        events();

        watcher.disconnect();

        assertThat(events()).isEmpty();
    }
}
