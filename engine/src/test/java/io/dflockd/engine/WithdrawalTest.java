package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** A session that will ask for nothing more, and so waits for nothing any more. */
@Pitfall("DC-01")
final class WithdrawalTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void everythingParkedIsAnsweredAsIfItsTimeWereUp() {
        bob.ask("l", "k", "0");
        alice.ask("tag", "_", "on");
        alice.send("1 l", "k", "60");
        alice.send("2 blpop", "jobs", "60");
        alice.send("3 bwait", "start", "2 60");

        withdrawSome(alice);

        assertThat(heard(alice)).containsExactlyInAnyOrder("1 timeout", "2 nil", "3 timeout");
        assertThat(engine.census().waiters()).isZero();
    }

    @Test
    void whatItHoldsItKeepsAndWhoIsBehindItMovesUp() {
        String token = alice.ask("l", "hers", "0").split(" ", -1)[1];
        bob.ask("l", "k", "0");
        alice.send("l", "k", "60");
        TestClient next = engine.client("next");
        next.send("l", "k", "60");

        withdrawSome(alice);
        bob.disconnect();

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(next.answer()).startsWith("ok ");
        assertThat(alice.ask("n", "hers", token)).startsWith("ok ");
    }

    @Test
    @Pitfall("SL-10")
    void thousandsAreWithdrawnInBatches() {
        int parked = 2 * Shard.BATCH + 1;
        alice.ask("tag", "_", "on");
        for (int i = 0; i < parked; i++) {
            alice.send(i + " blpop", "jobs", "60");
        }

        withdrawSome(alice);
        assertThat(engine.census().waiters()).isEqualTo(parked - Shard.BATCH);
        withdrawSome(alice);
        withdrawSome(alice);
        withdrawSome(alice); // there are no more

        assertThat(heard(alice)).hasSize(parked);
        assertThat(engine.census().waiters()).isZero();
    }

    private void withdrawSome(TestClient client) {
        engine.turn(turn -> engine.bare().withdrawSome(client.session(), turn));
    }
}
