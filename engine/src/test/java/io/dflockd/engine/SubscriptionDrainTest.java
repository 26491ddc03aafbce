package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions while the server shuts down: 4.17 of PROTOCOL.md. */
final class SubscriptionDrainTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @CsvSource({
        "listen, a, ''",
        "listen, a.*, g",
        "unlisten, ch, ''",
        "signal, ch, x",
        "watch, a, ''",
        "watch, >, ''",
        "unwatch, k, ''",
        "observe, e, ''",
        "unobserve, k, ''",
    })
    void areRefusedAndLeftAsTheyAre(String command, String name, String argument) {
        alice.ask("listen", "ch", "");
        alice.ask("watch", "k", "");
        alice.ask("observe", "k", "");
        engine.drain();
        String before = engine.stats();

        assertThat(alice.ask(command, name, argument)).isEqualTo("error_draining");

        assertThat(alice.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).isEqualTo(before);
    }

    @Test
    void whoStaysHearsHowTheOthersFinish() {
        Grant lock = Grant.of(alice.ask("l", "k", "0"));
        Grant leader = Grant.of(alice.ask("elect", "e", "0"));
        bob.ask("watch", "*", "");
        bob.ask("observe", "e", "");
        heard(bob);

        engine.drain();
        alice.ask("r", "k", lock.token());
        alice.ask("resign", "e", leader.token());

        assertThat(heard(bob)).containsExactlyInAnyOrder("watch release k", "watch resign e", "leader resigned e");
    }

    @Test
    void aGrantThatIsCollectedInTimeIsStillAnnounced() {
        alice.ask("l", "k", "0 5");
        bob.ask("e", "k", "");
        engine.passSeconds(5);
        bob.ask("watch", "k", "");

        engine.drain();

        assertThat(bob.ask("w", "k", "0")).startsWith("ok ");
        assertThat(heard(bob)).containsExactly("watch acquire k");
    }
}
