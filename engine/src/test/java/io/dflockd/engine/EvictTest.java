package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code evict}: an operator takes a slot away. Who may do so is decided at the door, and not here. */
final class EvictTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient operator = engine.client("operator");

    private static String token(String granted) {
        return granted.split(" ", -1)[1];
    }

    @Test
    void theSlotGoesToTheNextInTheQueue() {
        String token = token(alice.ask("l", "deploy", "0 600"));
        bob.send("l", "deploy", "60");

        assertThat(operator.ask("evict", "deploy", token + " host is gone")).isEqualTo("ok");

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(alice.ask("n", "deploy", token)).isEqualTo("error_lease_expired");
        assertThat(alice.ask("n", "deploy", token)).as("it is told once").isEqualTo("error");
        assertThat(alice.ask("r", "deploy", token)).isEqualTo("error");
    }

    @Test
    void aFenceNamesAHolderToo() {
        alice.send("sl", "pool", "0 2");
        bob.send("sl", "pool", "0 2");

        assertThat(operator.ask("evict", "pool", "1001 stuck")).isEqualTo("ok");

        assertThat(operator.ask("stats", "pool", "key")).contains("\"holder_count\":1,\"holders\":[{\"conn_id\":2,");
    }

    @Test
    void anEntryThatWasTakenAwayHearsSoWhenItIsCollected() {
        alice.ask("e", "deploy", "600");

        operator.ask("evict", "deploy", "1001 stuck");

        assertThat(alice.ask("w", "deploy", "0")).isEqualTo("error_lease_expired");
    }

    @Test
    void observersHearOfALeaderThatWasTakenAway() {
        bob.ask("observe", "leader", "");
        alice.ask("elect", "leader", "0 600");

        operator.ask("evict", "leader", "1001 stuck");

        assertThat(bob.answer()).isEqualTo("leader elected leader");
        assertThat(bob.answer()).isEqualTo("leader resigned leader");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1001",
                "1002 nobody has that",
                "zzz why",
                "",
                "99999999999999999999 why",
                "00000000000003e90000000000000000 the salt is wrong"
            })
    void whatNamesNobodyOrGivesNoReasonIsRefused(String argument) {
        alice.ask("l", "deploy", "0 600");

        assertThat(operator.ask("evict", "deploy", argument)).isEqualTo("error");

        assertThat(operator.ask("stats", "deploy", "key")).contains("\"holder_count\":1,");
    }

    @Test
    void thatItWasTakenAwaySurvivesASnapshot() throws Exception {
        String token = token(alice.ask("l", "deploy", "0 600"));
        operator.ask("evict", "deploy", token + " why");

        engine.restart();

        assertThat(bob.ask("n", "deploy", token)).isEqualTo("error_lease_expired");
    }
}
