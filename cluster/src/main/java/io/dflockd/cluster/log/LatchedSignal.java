package io.dflockd.cluster.log;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.util.AwaitForSignal;

/**
 * A signal that is kept until somebody waits for it. That of Ratis is lost when it comes between a look at the log and the
 * wait that follows, and the appender then sleeps until its next heartbeat.
 */
final class LatchedSignal extends AwaitForSignal {
    private final Semaphore pending = new Semaphore(0);

    LatchedSignal(Object name) {
        super(name);
    }

    @Override
    public void await() throws InterruptedException {
        pending.acquire();
        pending.drainPermits();
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        boolean signalled = pending.tryAcquire(Math.max(0, time), unit);
        pending.drainPermits();
        return signalled;
    }

    @Override
    public void signal() {
        if (pending.availablePermits() == 0) {
            pending.release();
        }
    }
}
