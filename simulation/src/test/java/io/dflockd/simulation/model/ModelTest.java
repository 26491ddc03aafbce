package io.dflockd.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A few vectors of PROTOCOL.md, so that nobody has to trust the model unseen. */
final class ModelTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long A = 1;
    private static final long B = 2;
    private static final long C = 3;

    private final Model model = new Model(new ModelSettings(33, 1024, 0, 65_536, 60, true, false));
    private long now;

    @BeforeEach
    void threeSessionsAreOpen() {
        List.of(A, B, C).forEach(model::open);
    }

    private List<String> send(long session, String first, String key, String argument) {
        model.request(session, new Frame(first, key, argument), now);
        return answers();
    }

    private List<String> passSeconds(double seconds) {
        now += (long) (seconds * SECOND);
        model.passTime(now);
        return answers();
    }

    private List<String> answers() {
        return model.takeAnswers().stream().map(Answer::line).toList();
    }

    @Test
    void evictionServesTheQueueBeforeTheNewcomer() { // V035
        send(A, "l", "k", "0 1");
        send(B, "l", "k", "9");

        assertThat(passSeconds(1.2)).containsExactly("ok <t2> 33");
        assertThat(send(C, "l", "k", "0")).containsExactly("timeout");
    }

    @Test
    void aGrantBeforeTheWaitIsKept() { // V051
        send(A, "l", "k", "0");
        assertThat(send(B, "e", "k", "10")).containsExactly("queued");
        assertThat(send(A, "r", "k", "<t1>")).containsExactly("ok");

        assertThat(send(C, "l", "k", "0")).containsExactly("timeout");
        assertThat(send(B, "e", "k", "")).containsExactly("error_already_enqueued");
        assertThat(send(B, "w", "k", "0")).containsExactly("ok <t2> 10");
    }

    @Test
    void aGrantThatLapsesBeforeTheWaitIsToldOnce() { // V052
        send(A, "l", "k", "0");
        send(B, "e", "k", "1");
        send(A, "r", "k", "<t1>");
        passSeconds(2.3);
        model.sweep(now);

        assertThat(send(B, "e", "k", "1")).containsExactly("error_already_enqueued");
        assertThat(send(B, "w", "k", "0")).containsExactly("error_lease_expired");
        assertThat(send(B, "w", "k", "0")).containsExactly("error_not_enqueued");
    }

    @Test
    void theLimitIsFixedWhileInUse() { // V063
        send(A, "sl", "s", "0 3");

        assertThat(send(B, "sl", "s", "0 5")).containsExactly("error_limit_mismatch");
        assertThat(send(A, "sr", "s", "<t1>")).containsExactly("ok");
        assertThat(send(B, "sl", "s", "0 5")).containsExactly("ok <t2> 33");
    }

    @Test
    void aReaderWaitsBehindAQueuedWriterAndGoesWhenItGivesUp() { // V072
        send(A, "rl", "x", "0");
        send(B, "wl", "x", "1");
        send(C, "rl", "x", "9");

        assertThat(passSeconds(1)).containsExactly("timeout", "ok <t2> 33 <f2>");
    }

    @Test
    void aCancelWithdrawsAParkedRequest() { // V166
        send(A, "l", "k", "0");
        send(B, "tag", "_", "on");
        send(B, "1 l", "k", "9");

        assertThat(send(B, "2 cancel", "_", "1")).containsExactlyInAnyOrder("2 ok", "1 timeout");
        assertThat(send(B, "3 cancel", "_", "1")).containsExactly("3 error");
    }

    @Test
    void refusesWhatTheGrammarRefuses() { // V007, V018, V020, V068
        assertThat(send(A, "l", "a b", "0")).containsExactly("error");
        assertThat(send(A, "l", "k", "1_0")).containsExactly("error");
        assertThat(send(A, "e", "k", "0")).containsExactly("error");
        assertThat(send(A, "sl", "s", "0 1 2 3")).containsExactly("error");
    }
}
