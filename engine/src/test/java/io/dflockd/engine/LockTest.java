package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exclusive locks: 2.2 and 4.2 of PROTOCOL.md. */
final class LockTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @Test
    void isHeldByOneAtATime() {
        Grant grant = Grant.of(alice.ask("l", "invoices", "0"));
        bob.send("l", "invoices", "60");

        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(alice.ask("r", "invoices", grant.token())).isEqualTo("ok");
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    void isNotReentrant() {
        alice.send("l", "invoices", "0 5");
        alice.answer();

        alice.send("l", "invoices", "9");

        assertThat(alice.hasNoAnswer()).isTrue();
        engine.passSeconds(5);
        assertThat(alice.answer()).startsWith("ok ");
    }

    @ParameterizedTest
    @CsvSource({"l, 0", "sl, 0 1", "elect, 0"})
    @Pitfall("LM-15")
    void answersAZeroTimeoutAtOnceAndKeepsNoTraceOfIt(String command, String argument) {
        alice.send("l", "invoices", "0");
        Census before = engine.census();

        String answer = bob.ask(command, "invoices", argument);

        assertThat(answer).isEqualTo("timeout");
        assertThat(engine.census()).isEqualTo(before);
        assertThat(bob.session().parkedRequests()).isZero();
    }

    @Test
    @Pitfall("LM-15")
    void grantsAFreeLockToAZeroTimeout() {
        String answer = alice.ask("l", "invoices", "0");

        assertThat(answer).matches("ok [0-9a-f]{32} 33");
    }

    @Test
    void givesUpWhenItsPatienceEnds() {
        alice.send("l", "invoices", "0 100");
        bob.send("l", "invoices", "7");

        engine.passMillis(6_999);

        assertThat(bob.hasNoAnswer()).isTrue();
        engine.passMillis(1);
        assertThat(bob.answer()).isEqualTo("timeout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r", "sr", "rr", "wr", "resign", "n", "sn", "rn", "wn"})
    @Pitfall("LM-03")
    void anOldTokenLeavesThePresentHolderAlone(String command) {
        Grant old = Grant.of(alice.ask("l", "invoices", "0 5"));
        bob.send("l", "invoices", "60 20");
        engine.passSeconds(5);
        Grant present = Grant.of(bob.answer());
        String before = engine.stats();

        String answer = alice.ask(command, "invoices", old.token());

        assertThat(answer).isEqualTo("error");
        assertThat(engine.stats()).isEqualTo(before);
        assertThat(bob.ask("n", "invoices", present.token())).isEqualTo("ok 33");
    }

    @Test
    @Pitfall("LM-03")
    void aTokenThatDiffersInOneDigitIsAnotherToken() {
        String token = Grant.of(alice.ask("l", "invoices", "0")).token();

        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == '0' ? '1' : '0';
            String altered = token.substring(0, i) + other + token.substring(i + 1);

            assertThat(bob.ask("r", "invoices", altered)).as(altered).isEqualTo("error");
        }
        assertThat(bob.ask("r", "invoices", token + "0")).isEqualTo("error");
        assertThat(bob.ask("r", "orders", token)).isEqualTo("error");
        assertThat(bob.ask("r", "invoices", token)).isEqualTo("ok");
    }

    @Test
    void isReleasedByWhoeverKnowsTheToken() {
        Grant grant = Grant.of(alice.ask("l", "invoices", "0"));

        assertThat(bob.ask("n", "invoices", grant.token() + " 50")).isEqualTo("ok 50");
        assertThat(bob.ask("r", "invoices", grant.token())).isEqualTo("ok");
        assertThat(bob.ask("r", "invoices", grant.token())).isEqualTo("error");
    }

    @Test
    void theSlotStaysTiedToTheSessionThatAcquiredItWhoeverRenewsIt() {
        Grant grant = Grant.of(alice.ask("l", "invoices", "0"));
        bob.send("n", "invoices", grant.token() + " 500");

        alice.disconnect();

        assertThat(carol.ask("l", "invoices", "0")).startsWith("ok ");
    }

    @Test
    void refusesMoreWaitersThanAllowedEvenThoseWhoWouldNotWait() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxWaiters(1));
        TestClient holder = small.client("holder");
        TestClient waiter = small.client("waiter");
        TestClient late = small.client("late");
        holder.send("l", "invoices", "0");
        waiter.send("l", "invoices", "9");

        assertThat(late.ask("l", "invoices", "9")).isEqualTo("error_max_waiters");
        assertThat(late.ask("l", "invoices", "0")).isEqualTo("error_max_waiters");
        assertThat(late.ask("e", "invoices", "")).isEqualTo("error_max_waiters");
        assertThat(late.ask("w", "invoices", "0")).isEqualTo("error_not_enqueued");
        assertThat(late.ask("l", "orders", "0")).startsWith("ok ");
    }
}
