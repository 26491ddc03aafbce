package io.dflockd.engine;

import io.dflockd.protocol.Key;

/**
 * How one claim, or one wait for data, is told of in {@code stats}, whether the question was about its key or its session.
 *
 * @param mode {@code read} or {@code write} of a read-write lock, else empty
 * @param sinceNanos since when it is held or waited for; {@link #UNKNOWN} of a wait for data
 * @param untilNanos when the lease or the patience ends; {@link #UNKNOWN} for what waits to be asked for
 * @param fence of what is held
 */
record ClaimStats(Key key, String kind, String mode, long sinceNanos, long untilNanos, long fence) {
    private static final long UNKNOWN = -1;

    /** Of somebody who holds. Called from inside the shard, as are the others. */
    static ClaimStats held(Claim holder) {
        long until = holder.resource.shard.deadlines.dueAtNanos(holder);
        return of(holder, holder.heldSinceNanos(), until, holder.fence);
    }

    /** Of somebody who waits for a slot. One that has only joined the queue does not give up by itself. */
    static ClaimStats waiting(Claim waiter) {
        long until = waiter.parked ? waiter.resource.shard.deadlines.dueAtNanos(waiter) : UNKNOWN;
        return of(waiter, waiter.waitingSinceNanos(), until, 0);
    }

    private static ClaimStats of(Claim claim, long sinceNanos, long untilNanos, long fence) {
        String mode = "";
        if (claim.resource instanceof ReadWriteLock) {
            mode = claim.reads ? "read" : "write";
        }
        String kind = ResourceKind.of(claim.resource).word();
        return new ClaimStats(claim.resource.key, kind, mode, sinceNanos, untilNanos, fence);
    }

    /** Of somebody who waits for an item, or for others at a barrier. */
    static ClaimStats waiting(DataWaiter waiter) {
        long until = waiter.shard().deadlines.dueAtNanos(waiter);
        return waiter.room instanceof Barrier barrier
                ? new ClaimStats(barrier.key, "barrier", "", UNKNOWN, until, 0)
                : new ClaimStats(((ItemList) waiter.room).key, "list", "", UNKNOWN, until, 0);
    }

    void printKey(JsonObject json) {
        json.text("key", key).word("kind", kind);
    }

    void printHeld(long nowNanos, JsonObject json) {
        printMode(json);
        json.seconds("held_s", nowNanos - sinceNanos);
        json.seconds("lease_expires_in_s", untilNanos - nowNanos).unsigned("fence", fence);
    }

    void printWaiting(long nowNanos, JsonObject json) {
        printMode(json);
        if (sinceNanos != UNKNOWN) {
            json.seconds("waited_s", nowNanos - sinceNanos);
        }
        if (untilNanos != UNKNOWN) {
            json.seconds("gives_up_in_s", untilNanos - nowNanos);
        }
    }

    private void printMode(JsonObject json) {
        if (!mode.isEmpty()) {
            json.word("mode", mode);
        }
    }
}
