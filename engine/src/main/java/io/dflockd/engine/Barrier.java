package io.dflockd.engine;

import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One generation of sessions that wait for each other: when the last one arrives all go on together, and when one
 * leaves early all leave. Then the barrier is gone, and who comes next begins another generation.
 */
final class Barrier extends Datum<Barrier> implements WaitingRoom {
    final int count;
    final Map<Long, DataWaiter> members = new LinkedHashMap<>(); // by session, in order of arrival

    Barrier(Shard shard, Key key, int count) {
        super(shard, key);
        this.count = count;
    }

    /** {@code bwait: <count> <timeout>} */
    static void await(Call call) {
        int count = (int) call.request().number(Field.COUNT);
        long timeout = call.request().number(Field.TIMEOUT);
        Barrier present = call.shard().barriers.find(call.key(), call.turn());
        if (present != null) {
            present.requireFits(count, call.session());
        }
        boolean isLast = count == 1 + (present == null ? 0 : present.members.size());
        if (isLast && present != null && present.hasLostOne()) {
            present.dissolve(Status.TIMEOUT, call.turn());
            present = null;
            isLast = count == 1;
        }
        if (!isLast && timeout > 0) {
            join(present, count, timeout, call);
            return;
        }
        if (present == null) {
            call.shard().barriers.requireRoom();
        }
        call.answer(isLast ? Status.OK : Status.TIMEOUT);
        if (isLast && present != null) {
            present.dissolve(Status.OK, call.turn());
        }
    }

    private void requireFits(int others, Session session) {
        if (count != others) {
            throw new Rejected(Status.ERROR_BARRIER_COUNT_MISMATCH, "the barrier waits for another number");
        }
        if (members.containsKey(session.id())) {
            throw new Rejected(Status.ERROR, "this session waits at the barrier already");
        }
    }

    /** Whether a member's session has ended: it leaves early, although it may not have come to that yet. */
    private boolean hasLostOne() {
        return members.values().stream().anyMatch(member -> shard.hasEnded(member.session));
    }

    private static void join(@Nullable Barrier present, int count, long timeout, Call call) {
        call.requireParkingSpace();
        Barrier barrier = present;
        if (barrier == null) {
            barrier = call.shard()
                    .barriers
                    .add(new Barrier(call.shard(), call.key().copy(), count), call.turn());
        }
        barrier.members.put(call.session().id(), DataWaiter.park(call, barrier, timeout));
    }

    private void dissolve(Status why, Turn turn) {
        shard.barriers.remove(this);
        List<DataWaiter> all = List.copyOf(members.values());
        members.clear();
        for (DataWaiter member : all) {
            Status answer = member.session.dismissed ? Status.ERROR_DRAINING : why;
            member.answer(answer.reply(), turn);
        }
    }

    @Override
    public Shard shard() {
        return shard;
    }

    /** It takes the others along: they would wait in vain. */
    @Override
    public void giveUp(DataWaiter waiter, Turn turn) {
        dissolve(Status.TIMEOUT, turn);
    }

    @Override
    public void dismiss(Turn turn) {
        if (members.values().stream().anyMatch(member -> member.session.dismissed)) {
            dissolve(Status.TIMEOUT, turn);
        }
    }
}
