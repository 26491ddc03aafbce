package io.dflockd.client.transport;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps the transport's thread from falling asleep for a moment when something is to be expected.
 *
 * <p>A thread that locks and unlocks waits for an answer each time, and the transport then waits for its next request.
 * Falling asleep and being woken takes longer than either, so the transport looks a few times first. Where that is in
 * vain, it soon stops trying, and tries again now and then.
 */
final class Lookout implements SelectStrategy {
    /** A round trip to a server on the same machine or in the next rack. */
    static final long NANOS = 50_000;

    private static final int MOST_IN_VAIN = 4;
    private static final int TIMES_WITHOUT = 256;

    /** One kind of thing to look out for, and how often that was in vain of late. */
    static final class Expectation {
        private int inVain;
        private int without;
    }

    final Expectation answer = new Expectation();
    final Expectation request = new Expectation();

    private final LongSupplier nanoTime;
    private Expectation awaited = answer;
    private boolean isOut;
    private long until;

    Lookout(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void begin(Expectation expected) {
        if (expected.without > 0) {
            expected.without--;
            return;
        }
        awaited = expected;
        isOut = true;
        until = nanoTime.getAsLong() + NANOS;
    }

    /** What came may be what was awaited. */
    void seen(Expectation expected) {
        if (isOut && expected == awaited) {
            isOut = false;
            expected.inVain = 0;
        }
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (isOut && nanoTime.getAsLong() - until > 0) {
            isOut = false;
            if (++awaited.inVain == MOST_IN_VAIN) {
                awaited.inVain = 0;
                awaited.without = TIMES_WITHOUT;
            }
        }
        return hasTasks || isOut ? selectNow.get() : SelectStrategy.SELECT;
    }
}
