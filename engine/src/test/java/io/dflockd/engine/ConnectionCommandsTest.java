package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that concern no key: 2.12 of PROTOCOL.md. */
final class ConnectionCommandsTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");

    @ParameterizedTest
    @ValueSource(strings = {"ping", "barrier"})
    void isAnsweredAtOnceWhateverKeyAndArgumentSay(String command) {
        assertThat(alice.ask(command, "_", "_")).isEqualTo("ok");
        assertThat(alice.ask(command, "", "any thing")).isEqualTo("ok");
    }

    @Test
    void authIsAnErrorWhereNoneIsOutstanding() {
        assertThat(alice.ask("auth", "_", "secret")).isEqualTo("error");
    }

    @Test
    void aStableReferenceIsSetOnce() {
        assertThat(alice.ask("stable-ref", "  worker 1  ", "")).isEqualTo("ok");
        assertThat(alice.ask("stable-ref", "worker 2", "")).isEqualTo("error");
        assertThat(alice.session().stableReference).isEqualTo("worker 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "tilde\u007f",
                "bell\u0007",
                "é",
                "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void anInvalidReferenceIsRefusedAndAnotherMayFollow(String reference) {
        assertThat(alice.ask("stable-ref", reference, "")).isEqualTo("error");
        assertThat(alice.ask("stable-ref", "~".repeat(64), "")).isEqualTo("ok");
    }
}
