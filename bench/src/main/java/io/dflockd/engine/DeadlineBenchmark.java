package io.dflockd.engine;

import io.dflockd.bench.Measured;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a deadline costs among many others in one shard. Here and not beside the other benchmarks because deadlines are
 * nobody's business outside the engine.
 */
@State(Scope.Thread)
public class DeadlineBenchmark extends Measured {
    private static final long LEASE_NANOS = 33_000_000_000L;
    private static final long STEP_NANOS = 1_000;
    private static final int STRIDE = 7_919; // a prime, so that the members are visited out of order

    @Param({"1000", "100000", "1000000"})
    public int armed;

    private final Deadlines deadlines = new Deadlines();
    private final Member mine = new Member(Integer.MAX_VALUE);
    private Member[] members;
    private long nowNanos;
    private int next;

    @Setup
    public void arm() {
        members = new Member[armed];
        for (int i = 0; i < armed; i++) {
            members[i] = new Member(i);
            deadlines.set(members[i], nextInstant());
        }
    }

    /** A lease is granted and released again before it ends. */
    @Benchmark
    public void armAndDisarm() {
        deadlines.set(mine, nextInstant());
        deadlines.cancel(mine);
    }

    /** Some lease is renewed. */
    @Benchmark
    public void move() {
        next = (next + STRIDE) % armed;
        deadlines.set(members[next], nextInstant());
    }

    /** The soonest of all comes due, and its member is armed anew. */
    @Benchmark
    public void expire() {
        Deadlines.Deadline due = deadlines.next();
        if (due == null) {
            throw new IllegalStateException("nothing is armed");
        }
        deadlines.cancel(due);
        deadlines.set(due, nextInstant());
    }

    private long nextInstant() {
        nowNanos += STEP_NANOS;
        return nowNanos + LEASE_NANOS;
    }

    private static final class Member implements Deadlines.Deadline {
        private final long sequence;
        private int place = Deadlines.NOWHERE;

        Member(long sequence) {
            this.sequence = sequence;
        }

        @Override
        public void expire(Turn turn) {}

        @Override
        public boolean isWait() {
            return false;
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public int place() {
            return place;
        }

        @Override
        public void setPlace(int to) {
            place = to;
        }
    }
}
