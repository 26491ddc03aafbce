package io.dflockd.server;

/**
 * When a connection goes on: once its loop settles, if it was touched; and when it has rested, so that others go first.
 *
 * <p>It belongs to the thread of its loop, except {@link #mailHasCome}.
 */
final class Pace implements Doorbell.Caller {
    private final Loop loop;
    private final Runnable goOn;
    private final Runnable onRest;
    private final Doorbell.Ring ring = new Doorbell.Ring();
    private boolean touched;
    private boolean resting;

    /** What to do when it goes on, and whenever it begins or ends to rest. */
    Pace(Loop loop, Runnable goOn, Runnable onRest) {
        this.loop = loop;
        this.goOn = goOn;
        this.onRest = onRest;
    }

    /** The connection has something to write, or may take up what had to wait. */
    void touch() {
        if (!touched) {
            touched = true;
            loop.touch(this);
        }
    }

    /** The loop settles. */
    void goOn() {
        touched = false;
        goOn.run();
    }

    /** Lets the others of this loop go first: their leases run while this client is being served. */
    void rest() {
        if (resting) {
            return;
        }
        resting = true;
        onRest.run();
        loop.afterOthers(() -> {
            resting = false;
            onRest.run();
            touch();
            loop.settle();
        });
    }

    boolean isResting() {
        return resting;
    }

    /** From any thread: something has been put into the mailbox of the connection. */
    void mailHasCome() {
        if (loop.thread.inEventLoop()) {
            touch();
        } else {
            loop.doorbell.ring(this);
        }
    }

    @Override
    public Doorbell.Ring ring() {
        return ring;
    }

    @Override
    public void hear() {
        touch();
    }
}
