package io.dflockd.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Until when a thread may sleep, and who wakes it before that.
 *
 * <p>Others {@linkplain #expect tell} it of instants at which there is work, after the work can be found. One that is not
 * before the end of the sleep costs them a single look. While the thread is at work it counts as sleeping for ever, so
 * that whatever comes then is noted. It says that it sleeps <em>before</em> its last look at what was noted, and others
 * look whether it sleeps <em>after</em> they have noted something: so one of the two sees the other.
 */
final class Alarm {
    private final Runnable wakeUp;
    private final AtomicLong soonest = new AtomicLong(Long.MAX_VALUE);
    private volatile long sleepsUntil = Long.MAX_VALUE;
    private volatile boolean isAsleep;

    Alarm(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /** There is work at this instant, which can be found already. From any thread. */
    void expect(long instant) {
        if (instant < sleepsUntil) {
            soonest.accumulateAndGet(instant, Math::min);
            if (isAsleep) {
                wakeUp.run();
            }
        }
    }

    /** The thread is up and is about to look for work: what it was told so far it will find by itself. */
    void getUp() {
        isAsleep = false;
        sleepsUntil = Long.MAX_VALUE;
        soonest.set(Long.MAX_VALUE);
    }

    /** The thread found no work before this instant. Returns until when it may sleep in fact. */
    long lieDown(long until) {
        sleepsUntil = until;
        isAsleep = true;
        return Math.min(until, soonest.get());
    }
}
