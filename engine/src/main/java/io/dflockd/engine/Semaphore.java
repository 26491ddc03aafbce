package io.dflockd.engine;

import io.dflockd.engine.Claim.Purpose;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/** At most {@code limit} holders at a time. A lock, or an election, is a semaphore of limit one. */
final class Semaphore extends FifoResource {
    final int limit;

    Semaphore(Shard shard, Key key, int limit) {
        super(shard, key);
        this.limit = limit;
    }

    /** {@code l: <timeout> [<lease>]} */
    static void lock(Call call) {
        of(call, 1).acquire(call, Purpose.SLOT);
    }

    /** {@code elect: <timeout> [<lease>]} */
    static void elect(Call call) {
        of(call, 1).acquire(call, Purpose.LEADERSHIP);
    }

    /** {@code e: [<lease>]} */
    static void enqueueLock(Call call) {
        call.requireNoEntry();
        of(call, 1).enqueue(call, Purpose.SLOT);
    }

    /** {@code sl: <timeout> <limit> [<lease>]} */
    static void acquire(Call call) {
        of(call, limit(call)).acquire(call, Purpose.SLOT);
    }

    /** {@code se: <limit> [<lease>]} */
    static void enqueue(Call call) {
        call.requireNoEntry();
        of(call, limit(call)).enqueue(call, Purpose.SLOT);
    }

    private static int limit(Call call) {
        return (int) call.request().number(Field.LIMIT);
    }

    private static Semaphore of(Call call, int limit) {
        FifoResource present = call.shard().present(call.key(), call.turn());
        if (present == null || !present.inUse) {
            return call.shard().putToUse(idleOrNew(present, call, limit), present);
        }
        if (!(present instanceof Semaphore semaphore)) {
            throw new Rejected(Status.ERROR_TYPE_MISMATCH, "the key is a read-write lock");
        }
        if (semaphore.limit != limit) {
            throw new Rejected(Status.ERROR_LIMIT_MISMATCH, "the key has another limit");
        }
        return semaphore;
    }

    /** A key that nobody uses takes the limit of its next user. */
    private static Semaphore idleOrNew(@Nullable FifoResource present, Call call, int limit) {
        if (present instanceof Semaphore idle && idle.limit == limit) {
            return idle;
        }
        return new Semaphore(call.shard(), call.key().copy(), limit);
    }

    @Override
    boolean admits(Claim first) {
        return holders.size() < limit;
    }

    @Override
    boolean hasLeader() {
        return limit == 1;
    }
}
