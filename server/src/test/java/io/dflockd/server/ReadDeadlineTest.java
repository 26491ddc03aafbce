package io.dflockd.server;

import static io.dflockd.server.ReadDeadline.Verdict.IDLE;
import static io.dflockd.server.ReadDeadline.Verdict.TOO_SLOW;
import static io.dflockd.server.ReadDeadline.Verdict.WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.FrameReader;
import io.dflockd.server.ReadDeadline.Verdict;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ReadDeadlineTest {
    private static final long TIMEOUT = 100;
    private static final boolean STATELESS = false;
    private static final boolean STATEFUL = true;

    private final FrameReader reader = new FrameReader();
    private ReadDeadline deadline = new ReadDeadline(TIMEOUT, 0);

    @Test
    void endsAnIdleConnectionThatHasNothingOnTheServer() {
        assertThat(verdictAt(99, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(100, STATELESS)).isEqualTo(IDLE);
    }

    @Test
    @Pitfall("LC-02")
    void leavesAnIdleConnectionWithStateAlone() {
        assertThat(verdictAt(100, STATEFUL)).isEqualTo(WAIT);
        assertThat(verdictAt(1_000, STATEFUL)).isEqualTo(WAIT);
    }

    @Test
    @Pitfall("LC-02")
    void givesAConnectionThatLostItsStateTheFullTimeAgain() {
        verdictAt(100, STATEFUL);

        assertThat(verdictAt(199, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(200, STATELESS)).isEqualTo(IDLE);
    }

    @Test
    @Pitfall("PP-15")
    void countsForEachLineOfAFrame() {
        read("l\n", 90);
        assertThat(verdictAt(189, STATELESS)).isEqualTo(WAIT);
        read("k\n", 189);
        assertThat(verdictAt(288, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(289, STATELESS)).isEqualTo(TOO_SLOW);
    }

    @Test
    @Pitfall("PP-15")
    void isNotPutOffByBytesThatEndNoLine() {
        for (int at = 10; at < 100; at += 10) {
            read("x", at);
        }

        assertThat(verdictAt(99, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(100, STATELESS)).isEqualTo(TOO_SLOW);
    }

    @Test
    @Pitfall("PP-15")
    void startsWithTheFirstByteWhereSilenceIsAllowed() {
        read("l", 1_000);

        assertThat(verdictAt(1_050, STATEFUL)).isEqualTo(WAIT);
        assertThat(deadline.remainingNanos(1_050)).isEqualTo(50);
        read("l", 1_090);
        assertThat(verdictAt(1_100, STATEFUL)).isEqualTo(TOO_SLOW);
    }

    @Test
    void startsAfreshWithEveryFrame() {
        read("ping\n_\n\n", 80);

        assertThat(verdictAt(179, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(180, STATELESS)).isEqualTo(IDLE);
    }

    @Test
    void countsAFrameThatFollowsInTheSameRead() {
        read("ping\n_\n\np", 80);

        assertThat(verdictAt(180, STATELESS)).isEqualTo(TOO_SLOW);
    }

    @Test
    void doesNotRunWhileARequestIsParked() {
        read("l\nk\n9\nl\n", 10);

        deadline.restart(5_000);

        assertThat(verdictAt(5_099, STATELESS)).isEqualTo(WAIT);
        assertThat(verdictAt(5_100, STATELESS)).isEqualTo(TOO_SLOW);
    }

    @Test
    @Pitfall("LC-07")
    void holdsWhereTheClockWraps() {
        long origin = Long.MAX_VALUE - 50;
        deadline = new ReadDeadline(TIMEOUT, origin);

        assertThat(verdictAt(origin + 99, STATELESS)).isEqualTo(WAIT);
        assertThat(deadline.remainingNanos(origin + 60)).isEqualTo(40);
        assertThat(verdictAt(origin + 100, STATELESS)).isEqualTo(IDLE);
    }

    @Test
    void neverAsksToBeLookedAtInNoTime() {
        assertThat(deadline.remainingNanos(100)).isPositive();
        assertThat(deadline.remainingNanos(200)).isPositive();
    }

    private void read(String text, long nowNanos) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        reader.feed(bytes, 0, bytes.length);
        boolean finishedFrame = false;
        while (reader.next() == FrameReader.Step.FRAME) {
            finishedFrame = true;
        }
        reader.settle();
        deadline.progress(reader, finishedFrame, nowNanos);
    }

    private Verdict verdictAt(long nowNanos, boolean stateful) {
        return deadline.verdict(nowNanos, () -> stateful);
    }
}
