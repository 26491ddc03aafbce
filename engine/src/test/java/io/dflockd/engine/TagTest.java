package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several requests in flight: section 10 of PROTOCOL.md. */
final class TagTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxInflight(3));
    private final TestClient holder = engine.client("holder");
    private final TestClient alice = tagged(engine);
    private final Grant held = Grant.of(holder.ask("l", "k", "0 100"));

    private static TestClient tagged(TestEngine engine) {
        TestClient client = engine.client("tagged");
        assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
        return client;
    }

    @Test
    void aParkedRequestDoesNotHoldUpTheNext() {
        alice.send("1 l", "k", "60");

        assertThat(alice.ask("2 ping", "_", "")).isEqualTo("2 ok");
        assertThat(alice.ask("3 l", "other", "0")).startsWith("3 ok ");
        holder.send("r", "k", held.token());
        assertThat(alice.answer()).startsWith("1 ok ");
    }

    @Test
    void answersComeInTheOrderInWhichRequestsEnd() {
        alice.send("1 l", "k", "60");
        alice.send("2 l", "k", "5");
        alice.send("3 l", "k", "60");

        engine.passSeconds(5);
        holder.send("r", "k", held.token());

        assertThat(alice.answer()).isEqualTo("2 timeout");
        assertThat(alice.answer()).startsWith("1 ok ");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void cancelWithdrawsAParkedRequest() {
        alice.send("1 l", "k", "60");
        TestClient next = engine.client("next");
        next.send("l", "k", "60");

        alice.send("2 cancel", "_", "1");

        assertThat(alice.answer()).isEqualTo("1 timeout");
        assertThat(alice.answer()).isEqualTo("2 ok");
        holder.send("r", "k", held.token());
        assertThat(next.answer()).startsWith("ok ");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("LM-01")
    void cancelComesTooLateForARequestThatWasGranted() {
        alice.send("1 l", "k", "60");
        holder.send("r", "k", held.token());

        assertThat(alice.answer()).startsWith("1 ok ");
        assertThat(alice.ask("2 cancel", "_", "1")).isEqualTo("2 error");
        assertThat(engine.bare().holdsAny(alice.session())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "2"})
    void cancelOfNothingParkedIsAnError(String tag) {
        alice.send("1 l", "k", "60");

        assertThat(alice.ask("2 cancel", "_", tag)).isEqualTo("2 error");

        assertThat(engine.census().waiters()).isEqualTo(1);
    }

    @Test
    void cancelConcernsTheOwnRequestsOnly() {
        TestClient bob = tagged(engine);
        alice.send("1 l", "k", "60");

        assertThat(bob.ask("2 cancel", "_", "1")).isEqualTo("2 error");

        assertThat(engine.census().waiters()).isEqualTo(1);
    }

    @Test
    void cancelIsForTaggedSessionsOnly() {
        assertThat(holder.ask("cancel", "_", "1")).isEqualTo("error");
    }

    @Test
    void cancellingAWaitUsesTheEntryUp() {
        assertThat(alice.ask("1 e", "k", "")).isEqualTo("1 queued");
        alice.send("2 w", "k", "60");

        alice.send("3 cancel", "_", "2");

        assertThat(alice.answer()).isEqualTo("2 timeout");
        assertThat(alice.answer()).isEqualTo("3 ok");
        assertThat(alice.ask("4 w", "k", "0")).isEqualTo("4 error_not_enqueued");
        assertThat(engine.census().waiters()).isZero();
    }

    @Test
    void aTagIsFreeOnceItsRequestIsAnswered() {
        alice.send("1 l", "k", "5");
        assertThat(alice.ask("1 ping", "_", "")).isEqualTo("1 error");
        assertThat(alice.ask("1 l", "k", "5")).isEqualTo("1 error");

        engine.passSeconds(5);

        assertThat(alice.answer()).isEqualTo("1 timeout");
        assertThat(alice.ask("1 ping", "_", "")).isEqualTo("1 ok");
    }

    @Test
    void noMoreRequestsAreParkedThanAllowed() {
        alice.send("1 l", "k", "60");
        alice.send("2 l", "k", "60");
        assertThat(alice.ask("3 e", "k", "")).isEqualTo("3 queued");
        alice.send("4 w", "k", "60");

        assertThat(alice.ask("5 l", "k", "60")).isEqualTo("5 error_max_waiters");
        assertThat(alice.ask("6 l", "k", "0")).isEqualTo("6 timeout");
        assertThat(alice.ask("7 l", "free", "60")).startsWith("7 ok ");
        alice.send("8 cancel", "_", "1");
        assertThat(alice.answer()).isEqualTo("1 timeout");
        assertThat(alice.answer()).isEqualTo("8 ok");
        alice.send("9 l", "k", "60");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void aWaitForWhichThereIsNoRoomKeepsItsEntry() {
        assertThat(alice.ask("0 e", "k", "")).isEqualTo("0 queued");
        for (int tag = 1; tag <= 3; tag++) {
            alice.send(tag + " l", "k", "60");
        }

        assertThat(alice.ask("4 w", "k", "60")).isEqualTo("4 error_max_waiters");

        holder.send("r", "k", held.token());
        assertThat(alice.ask("5 w", "k", "0")).startsWith("5 ok ");
    }

    @Test
    void taggingEndsOnlyWhenNothingIsParked() {
        alice.send("1 l", "k", "5");

        assertThat(alice.ask("2 tag", "_", "off")).isEqualTo("2 error");

        engine.passSeconds(5);
        assertThat(alice.answer()).isEqualTo("1 timeout");
        assertThat(alice.ask("3 tag", "_", "off")).isEqualTo("3 ok");
        assertThat(alice.ask("ping", "_", "")).isEqualTo("ok");
    }
}
