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
import org.junit.jupiter.params.provider.ValueSource;

/** What watchers hear of a slot that is taken and given back while someone is there: 4.7 of PROTOCOL.md. */
final class WatchedLockTest {
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
    void takingAFreeSlotIsAnnouncedOnce(Kind kind) {
        Grant grant = Grant.of(kind.ask(alice, "k"));

        assertThat(events()).containsExactly(kind == Kind.ELECTION ? "watch elect k" : "watch acquire k");
        alice.ask("r", "k", grant.token());
        assertThat(events()).containsExactly("watch release k");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r", "sr", "rr", "wr"})
    @Pitfall("SW-05")
    void everyVerbOfReleaseIsARelease(String verb) {
        Grant grant = Grant.of(alice.ask("rl", "k", "0"));
        events();

        assertThat(bob.ask(verb, "k", grant.token())).isEqualTo("ok");

        assertThat(events()).containsExactly("watch release k");
    }

    @ParameterizedTest
    @CsvSource({"l, 60, acquire", "sl, 60 1, acquire", "elect, 60, elect"})
    @Pitfall({"SW-05", "SW-06"})
    void aReleaseIsAnnouncedBeforeTheAcquireOfTheSuccessor(String command, String argument, String event) {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        events();
        bob.send(command, "k", argument);
        assertThat(events()).isEmpty();

        alice.ask("r", "k", grant.token());

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(events()).containsExactly("watch release k", "watch " + event + " k");
    }

    @Test
    @Pitfall({"SW-05", "SW-06"})
    void everyReaderWhoEntersIsAnnounced() {
        Grant writer = Grant.of(alice.ask("wl", "k", "0"));
        bob.send("rl", "k", "60");
        carol.send("rl", "k", "60");
        events();

        alice.ask("wr", "k", writer.token());

        assertThat(events()).containsExactly("watch release k", "watch acquire k", "watch acquire k");
    }

    @Test
    @Pitfall("SW-05")
    void aWaiterWhoseDepartureLetsOthersInAnnouncesOnlyThem() {
        alice.ask("rl", "k", "0 100");
        bob.send("wl", "k", "5");
        carol.send("rl", "k", "60");
        events();

        engine.passSeconds(5);

        assertThat(bob.answer()).isEqualTo("timeout");
        assertThat(events()).containsExactly("watch acquire k");
    }

    @Test
    void anEntryThatIsQueuedIsNotAnnounced() {
        alice.ask("l", "k", "0");
        events();

        assertThat(bob.ask("e", "k", "")).isEqualTo("queued");

        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall("SW-05")
    void aGrantOfTheQueueIsAnnouncedWhenItsEntryIsCollected() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.ask("e", "k", "");
        events();

        alice.ask("r", "k", grant.token());
        assertThat(events()).containsExactly("watch release k");

        assertThat(bob.ask("w", "k", "0")).startsWith("ok ");
        assertThat(events()).containsExactly("watch acquire k");
    }

    @Test
    @Pitfall({"SW-05", "SW-06"})
    void anEntryThatIsWaitedForIsAnnouncedWhenItIsGranted() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.ask("e", "k", "");
        bob.send("w", "k", "60");
        events();

        alice.ask("r", "k", grant.token());

        assertThat(events()).containsExactly("watch release k", "watch acquire k");
    }

    @ParameterizedTest
    @CsvSource({"e, '', w", "se, 2, sw", "re, '', rw", "we, '', ww"})
    @Pitfall("SW-05")
    void anEntryThatWasAnnouncedIsNotAnnouncedAgain(String enqueue, String argument, String wait) {
        assertThat(alice.ask(enqueue, "k", argument)).startsWith("acquired ");
        assertThat(events()).containsExactly("watch acquire k");

        assertThat(alice.ask(wait, "k", "0")).startsWith("ok ");

        assertThat(events()).isEmpty();
    }

    @Test
    @Pitfall("SW-05")
    void anElectionIsAnnouncedAsSuchAndSoIsAResignation() {
        Grant grant = Grant.of(alice.ask("elect", "k", "0"));
        bob.send("elect", "k", "60");
        assertThat(events()).containsExactly("watch elect k");

        alice.ask("resign", "k", grant.token());

        assertThat(events()).containsExactly("watch resign k", "watch elect k");
    }

    @ParameterizedTest
    @EnumSource
    void resignIsAnnouncedAsSuchWhateverTheSlotIs(Kind kind) {
        Grant grant = Grant.of(kind.ask(alice, "k"));
        events();

        assertThat(alice.ask("resign", "k", grant.token())).isEqualTo("ok");

        assertThat(events()).containsExactly("watch resign k");
    }

    @Test
    void aLockThatSucceedsALeaderIsAnAcquireAndTheLeaderMayReleaseToo() {
        Grant grant = Grant.of(alice.ask("elect", "k", "0"));
        bob.send("l", "k", "60");
        events();

        alice.ask("r", "k", grant.token());

        assertThat(events()).containsExactly("watch release k", "watch acquire k");
    }

    @Test
    void whatChangesNothingIsNotAnnounced() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.ask("e", "k", "");
        events();

        alice.ask("n", "k", grant.token());
        alice.ask("e", "k", "");
        bob.ask("e", "k", "");
        carol.ask("l", "k", "0");
        carol.ask("elect", "k", "0");
        carol.ask("rl", "k", "0");
        carol.ask("sl", "k", "0 2");
        carol.ask("r", "k", "nonsense");
        carol.ask("resign", "k", "nonsense");
        carol.ask("n", "k", "nonsense");
        carol.ask("w", "k", "0");
        bob.ask("w", "k", "0");
        carol.ask("stats", "_", "");
        carol.ask("observe", "k", "");
        carol.ask("listen", "k", "");
        carol.ask("watch", "k", "");

        assertThat(events()).isEmpty();
    }

    @Test
    void anEndedWaitIsNotAnnounced() {
        alice.ask("l", "k", "0 100");
        bob.send("l", "k", "5");
        carol.ask("tag", "_", "on");
        carol.send("1 l", "k", "60");
        events();

        carol.send("2 cancel", "_", "1");
        engine.passSeconds(5);

        assertThat(bob.answer()).isEqualTo("timeout");
        assertThat(events()).isEmpty();
    }

    @Test
    void aDrainIsNotAnnouncedAndWhoFinishesIs() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.send("l", "k", "60");
        events();

        engine.drain();
        assertThat(events()).isEmpty();
        alice.ask("r", "k", grant.token());

        assertThat(events()).containsExactly("watch release k");
    }
}
