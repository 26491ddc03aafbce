package io.dflockd.server;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How threads tell an event loop that some of its connections have mail.
 *
 * <p>However many ring before the loop comes to the door, it is woken once, and each caller is heard once. What was put
 * into a mailbox before its caller rang is there when the caller is heard. Two flags see to that, and both are lowered
 * <em>before</em> the look that they stand for: the loop's before it looks who has rung, a caller's before it looks into
 * its mailbox. Whoever comes in between raises the flag again, which costs at most one look in vain and never loses one.
 */
final class Doorbell {
    /** Somebody who can be told that there is mail. */
    interface Caller {
        /** Its own flag; always the same one. */
        Ring ring();

        /** There is mail, said on the loop's thread. */
        void hear();
    }

    /** Whether a caller stands at the door already. */
    static final class Ring {
        private final AtomicBoolean isRung = new AtomicBoolean();

        private boolean press() {
            return !isRung.get() && isRung.compareAndSet(false, true);
        }

        private void lower() {
            isRung.set(false);
        }
    }

    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isComing = new AtomicBoolean();
    private final Runnable wakeUp;

    /** Takes what gets the loop to call {@link #answer} soon, on its own thread. */
    Doorbell(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /** From any thread, after the mail is in its place. */
    void ring(Caller caller) {
        if (caller.ring().press()) {
            callers.add(caller);
            if (isComing.compareAndSet(false, true)) {
                wakeUp.run();
            }
        }
    }

    /** On the loop's thread: hears everybody who has rung. */
    void answer() {
        isComing.set(false);
        for (Caller each = callers.poll(); each != null; each = callers.poll()) {
            each.ring().lower();
            each.hear();
        }
    }
}
