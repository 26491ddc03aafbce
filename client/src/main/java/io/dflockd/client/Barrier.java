package io.dflockd.client;

import io.dflockd.client.exceptions.BarrierCountMismatchException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A place where some wait for each other: when the last of them is there, all go on. Then it can be used again.
 *
 * <p>If one leaves early, by the end of its patience, an interrupt, a cancellation or a broken connection, the others
 * have waited in vain and are told so at once.
 *
 * <pre>{@code
 * if (dflockd.barrier("loaded", 3).await(Duration.ofMinutes(1))) {
 *     System.out.println("all three are ready");
 * }
 * }</pre>
 */
public final class Barrier {
    private final String key;
    private final int count;
    private final Requests requests;

    Barrier(String key, int count, Requests requests) {
        this.key = Frames.meet(key, count, Duration.ZERO).key(); // a wrong key or count is told at once
        this.count = count;
        this.requests = requests;
    }

    /** The name under which the participants find each other. */
    public String key() {
        return key;
    }

    /** How many wait for each other. */
    public int count() {
        return count;
    }

    /**
     * Waits for the others; whether they came. Without patience it goes on only if it is the last, and disturbs nobody.
     *
     * @throws BarrierCountMismatchException if others wait there for another number
     */
    public boolean await(Duration patience) {
        return requests.await(meeting(patience));
    }

    /** Joins the barrier as {@link #await} does; the future tells whether the others came. Cancelling it leaves the barrier. */
    public CompletableFuture<Boolean> awaitAsync(Duration patience) {
        return requests.awaitAsync(meeting(patience));
    }

    private Wait<Boolean> meeting(Duration patience) {
        return new Wait<>(patience, timeout -> Frames.meet(key, count, timeout), Answers::met, false, unwanted -> {});
    }

    @Override
    public String toString() {
        return "barrier '" + key + "' for " + count;
    }
}
