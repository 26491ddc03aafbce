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

    private final Model model = new Model(new ModelSettings(33, ModelLimits.DEFAULT, 65_536, 60, true, false));
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

    @Test
    void aCounterThatWouldOverflowStays() { // V082
        send(A, "cset", "c", "9223372036854775807");

        assertThat(send(A, "incr", "c", "1")).containsExactly("error");
        assertThat(send(A, "get", "c", "")).containsExactly("ok 9223372036854775807");
    }

    @Test
    void anExpiredValueIsAbsent() { // V090
        send(A, "kset", "v", "x\t1");
        passSeconds(1);

        assertThat(send(A, "kcas", "v", "x\ty\t0")).containsExactly("cas_conflict");
        assertThat(send(A, "kcas", "v", "\ty\t0")).containsExactly("ok");
        assertThat(send(A, "kget", "v", "")).containsExactly("ok y");
    }

    @Test
    void aPushGoesToTheOldestWaiter() { // V096
        send(B, "blpop", "q", "9");
        send(C, "brpop", "q", "9");

        assertThat(send(A, "lpush", "q", "one")).containsExactly("ok 0", "ok one");
        assertThat(passSeconds(9)).containsExactly("nil");
    }

    @Test
    void aRangeCountsFromBothEnds() { // V093
        List.of("a", "b", "c").forEach(item -> send(A, "rpush", "q", item));

        assertThat(send(A, "lrange", "q", "-2 -1")).containsExactly("ok [\"b\",\"c\"]");
        assertThat(send(A, "lrange", "q", "-9 9")).containsExactly("ok [\"a\",\"b\",\"c\"]");
        assertThat(send(A, "lrange", "q", "2 1")).containsExactly("ok []");
    }

    @Test
    void oneTimeoutBreaksTheBarrierAndAProbeDoesNot() { // V104, V105
        send(A, "bwait", "b", "4 1");
        send(B, "bwait", "b", "4 9");

        assertThat(send(C, "bwait", "b", "4 0")).containsExactly("timeout");
        assertThat(passSeconds(1)).containsExactly("timeout", "timeout");
    }

    @Test
    void observersHearOfAHandOverInOrder() { // V108
        send(C, "observe", "e", "");
        send(A, "elect", "e", "0");
        send(B, "elect", "e", "9");
        answers();

        assertThat(send(A, "resign", "e", "<t1>"))
                .containsSubsequence("leader resigned e", "leader failover e", "leader elected e")
                .hasSize(5);
    }

    @Test
    void aGroupTakesTurns() { // V122, V123
        send(B, "listen", "j.*", "g");
        send(C, "listen", "j.*", "g");
        send(C, "listen", ">", "");

        assertThat(send(A, "signal", "j.1", "x")).containsExactly("ok 2", "sig j.1 x", "sig j.1 x");
        assertThat(send(A, "signal", "k", "y")).containsExactly("ok 1", "sig k y");
    }

    @Test
    void whoDoesNotReadIsPassedOverAndCutOff() { // 4.8
        send(B, "listen", "j", "g");
        send(C, "listen", "j", "g");
        send(B, "listen", "j", "");
        model.stopReading(B);

        assertThat(send(A, "signal", "j", "x")).containsExactly("ok 2", "sig j x");
        assertThat(model.takeSlow()).containsExactly(B);
    }

    @Test
    void theAnswerComesBeforeThePushesOfTheSameRequest() { // V131
        send(A, "watch", "k", "");
        send(B, "l", "k", "0 1");
        passSeconds(1);
        answers();

        assertThat(send(A, "l", "k", "0")).containsExactly("ok <t2> 33", "watch release k", "watch acquire k");
    }

    @Test
    void aPatternIsMatchedTokenByToken() { // V120, V124
        assertThat(Patterns.matches("a.*", "a.b")).isTrue();
        assertThat(Patterns.matches("a.*", "a.")).isTrue();
        assertThat(Patterns.matches("a.*", "a.b.c")).isFalse();
        assertThat(Patterns.matches("a.>", "a.b.c")).isTrue();
        assertThat(Patterns.matches("a.>", "a")).isFalse();
        assertThat(List.of("a*", ">.a", "a.b>", "a.>.b")).noneMatch(Patterns::isValid);
    }
}
