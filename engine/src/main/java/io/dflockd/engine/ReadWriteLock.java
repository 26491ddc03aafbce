package io.dflockd.engine;

import io.dflockd.engine.Claim.Purpose;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Status;

/** Readers together, or one writer alone. One queue for both, so that no stream of readers starves a writer. */
final class ReadWriteLock extends FifoResource {
    ReadWriteLock(Shard shard, Key key) {
        super(shard, key);
    }

    /** {@code rl: <timeout> [<lease>]} */
    static void read(Call call) {
        of(call).acquire(call, Purpose.READING);
    }

    /** {@code wl: <timeout> [<lease>]} */
    static void write(Call call) {
        of(call).acquire(call, Purpose.SLOT);
    }

    /** {@code re: [<lease>]} */
    static void enqueueRead(Call call) {
        call.requireNoEntry();
        of(call).enqueue(call, Purpose.READING);
    }

    /** {@code we: [<lease>]} */
    static void enqueueWrite(Call call) {
        call.requireNoEntry();
        of(call).enqueue(call, Purpose.SLOT);
    }

    private static ReadWriteLock of(Call call) {
        FifoResource present = call.shard().present(call.key(), call.turn());
        if (present == null || !present.inUse) {
            ReadWriteLock next = present instanceof ReadWriteLock idle
                    ? idle
                    : new ReadWriteLock(call.shard(), call.key().copy());
            return call.shard().putToUse(next, present);
        }
        if (!(present instanceof ReadWriteLock lock)) {
            throw new Rejected(Status.ERROR_TYPE_MISMATCH, "the key is a lock or a semaphore");
        }
        return lock;
    }

    /** A writer never has company, so the first holder tells what all of them are. */
    boolean isWritten() {
        Claim first = holders.firstOrNull();
        return first != null && !first.reads;
    }

    @Override
    boolean admits(Claim first) {
        return holders.isEmpty() || (first.reads && !isWritten());
    }

    @Override
    boolean hasLeader() {
        return false;
    }
}
