package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reply to a request comes before what the request pushes to its own session: 4.15 of PROTOCOL.md. */
final class OwnPushTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @BeforeEach
    void watchListenAndObserve() {
        alice.ask("watch", "*", "");
        alice.ask("listen", "ch", "");
        alice.ask("listen", "ch", "g");
        alice.ask("observe", "e", "");
    }

    /** What alice hears, in its order, with tokens left out. */
    private List<String> lines() {
        return heard(alice).stream()
                .map(line -> line.replaceAll(" [0-9a-f]{32} .*", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "l, k, 0, ok, acquire",
        "e, k, '', acquired, acquire",
        "rl, k, 0, ok, acquire",
        "elect, k, 0, ok, elect",
        "incr, k, 5, ok 5, incr",
        "cset, k, 5, ok, cset",
        "kset, k, x, ok, kset",
        "kdel, k, '', ok, kdel",
        "rpush, k, x, ok 1, rpush",
    })
    void aChange(String command, String key, String argument, String reply, String event) {
        alice.send(command, key, argument);

        assertThat(lines()).containsExactly(reply, "watch " + event + " " + key);
    }

    @ParameterizedTest
    @CsvSource({"r, release", "wr, release", "resign, resign"})
    void aRelease(String command, String event) {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        lines();

        alice.send(command, "k", grant.token());

        assertThat(lines()).containsExactly("ok", "watch " + event + " k");
    }

    @Test
    void aSignal() {
        alice.send("signal", "ch", "x");

        assertThat(lines()).containsExactly("ok 2", "sig ch x", "sig ch x");
    }

    @Test
    void aResignation() {
        Grant grant = Grant.of(alice.ask("elect", "e", "0"));
        lines();

        alice.send("resign", "e", grant.token());

        assertThat(lines()).hasSize(3).startsWith("ok").contains("watch resign e", "leader resigned e");
    }

    @Test
    void theFirstEventOfAnObserver() {
        bob.ask("elect", "other", "0");
        lines();

        alice.send("observe", "other", "");

        assertThat(lines()).containsExactly("ok", "leader elected other");
    }

    @ParameterizedTest
    @CsvSource({"l, 0, ok, acquire", "e, '', acquired, acquire", "elect, 0, ok, elect"})
    void aNewcomerThatTakesAwayALapsedHolder(String command, String argument, String reply, String event) {
        bob.ask("l", "k", "0 1");
        engine.passSeconds(1);
        lines();

        alice.send(command, "k", argument);

        assertThat(lines()).containsExactly(reply, "watch release k", "watch " + event + " k");
    }

    @Test
    void aRenewThatComesTooLate() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 1"));
        engine.passSeconds(1);
        lines();

        alice.send("n", "k", grant.token());

        assertThat(lines()).containsExactly("error_lease_expired", "watch release k");
    }

    @Test
    void aWaitThatComesTooLate() {
        alice.ask("e", "k", "1");
        engine.passSeconds(1);
        lines();

        alice.send("w", "k", "0");

        assertThat(lines()).containsExactly("error_lease_expired", "watch release k");
    }

    @Test
    void aWaitForWhatWasGranted() {
        bob.ask("l", "k", "0 1");
        alice.ask("e", "k", "");
        engine.passSeconds(1);
        lines();

        alice.send("w", "k", "0");

        assertThat(lines()).containsExactly("ok", "watch acquire k");
    }

    @Test
    @Pitfall("SW-06")
    void aReleaseOfWhatTheSameSessionWaitsFor() {
        alice.ask("tag", "_", "on");
        String token = alice.ask("1 l", "k", "0").split(" ", -1)[2];
        alice.send("2 l", "k", "60");
        lines();

        alice.send("3 r", "k", token);

        List<String> lines = lines();
        assertThat(lines).containsExactlyInAnyOrder("3 ok", "2 ok", "watch release k", "watch acquire k");
        assertThat(lines).containsSubsequence("3 ok", "watch release k", "watch acquire k");
        assertThat(lines).containsSubsequence("2 ok", "watch acquire k");
    }

    @Test
    @Pitfall("SW-06")
    void aPushThatTheSameSessionWaitsFor() {
        alice.ask("tag", "_", "on");
        alice.send("1 blpop", "q", "60");

        alice.send("2 rpush", "q", "x");

        List<String> lines = lines();
        assertThat(lines).containsExactlyInAnyOrder("2 ok 0", "1 ok x", "watch rpush q", "watch blpop q");
        assertThat(lines).containsSubsequence("2 ok 0", "watch rpush q", "watch blpop q");
        assertThat(lines).containsSubsequence("1 ok x", "watch blpop q");
    }
}
