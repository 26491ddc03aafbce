package io.dflockd.client;

import io.dflockd.client.exceptions.GrantLostException;
import java.util.function.Consumer;

/** What a leader knows of its leadership. It is renewed by itself, and given up when the work returns. */
public final class Leadership {
    private final Grant grant;

    Leadership(Grant grant) {
        this.grant = grant;
    }

    /** The name of the election that was won. */
    public String key() {
        return grant.key();
    }

    /**
     * The fencing token: larger than that of every earlier leader.
     *
     * @throws GrantLostException if it is lost
     */
    public long fence() {
        return grant.fence();
    }

    /** Whether one may act as the leader at this moment. Once false, it stays so. */
    public boolean isHeld() {
        return grant.isHeld();
    }

    /** Throws if it is lost. */
    public void ensureHeld() {
        grant.ensureHeld();
    }

    /** Calls the listener once if it is lost, at once if it is lost already; not on the thread that works. */
    public void onLost(Consumer<? super LossReason> listener) {
        grant.onLost(listener);
    }

    @Override
    public String toString() {
        return "Leadership of '" + key() + "', held=" + isHeld();
    }
}
