package io.dflockd.server;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import java.util.function.LongSupplier;

/**
 * Keeps an event loop from falling asleep for a moment after a hand-over.
 *
 * <p>When a lock passes from one client to the next, everybody behind waits for a single message: the release by the new
 * holder. Falling asleep and being woken for it takes longer than all the rest of a hand-over, so the loop looks for it
 * a few times first. Where clients answer too slowly for that, it soon stops trying, and tries again now and then.
 */
final class Lookout extends ForwardingIoHandler {
    /** Some round trips to a client on the same machine or in the next rack. */
    static final long NANOS = 100_000;

    /** So many in vain, and the next hand-overs are not followed by a lookout. */
    static final int MOST_IN_VAIN = 4;

    static final int HAND_OVERS_WITHOUT = 512;

    private final LongSupplier nanoTime;
    private final Sleepless sleepless = new Sleepless();
    private boolean isOut;
    private boolean hasSeenSomething;
    private long until;
    private int inVain;
    private int without;

    Lookout(IoHandler handler, LongSupplier nanoTime) {
        super(handler);
        this.nanoTime = nanoTime;
    }

    /** A client of this loop has just been given what it waited for. */
    void begin() {
        if (without > 0) {
            without--;
            return;
        }
        isOut = true;
        hasSeenSomething = false;
        until = nanoTime.getAsLong() + NANOS;
    }

    @Override
    public int run(IoHandlerContext context) {
        if (!isOut) {
            return super.run(context);
        }
        int handled = super.run(sleepless.in(context));
        if (handled > 0) {
            hasSeenSomething = true;
            inVain = 0;
        }
        if (nanoTime.getAsLong() - until > 0) {
            end();
        }
        return handled;
    }

    private void end() {
        isOut = false;
        if (!hasSeenSomething && ++inVain == MOST_IN_VAIN) {
            inVain = 0;
            without = HAND_OVERS_WITHOUT;
        }
    }

    /** The loop's own view of its work, but for the permission to sleep. */
    private static final class Sleepless implements IoHandlerContext {
        private IoHandlerContext context = this;

        Sleepless in(IoHandlerContext present) {
            context = present;
            return this;
        }

        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context.delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }

        @Override
        public void reportActiveIoTime(long activeNanos) {
            context.reportActiveIoTime(activeNanos);
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return context.shouldReportActiveIoTime();
        }
    }
}
