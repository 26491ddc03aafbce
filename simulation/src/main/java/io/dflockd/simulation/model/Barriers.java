package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Data.Barrier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where clients wait for each other (2.8, 4.10). */
final class Barriers {
    private final World world;
    private final Data data;

    Barriers(World world, Data data) {
        this.world = world;
        this.data = data;
    }

    /** {@code bwait: <count> <timeout>} */
    void await(Session session, Request request) {
        long count = request.number("count");
        Barrier barrier = data.access(data.barriers, request.key());
        int present = barrier == null ? 0 : barrier.participants.size();
        boolean completes = present + 1 == count;
        if (barrier != null && barrier.count != count) {
            world.answer(session, request, "error_barrier_count_mismatch");
        } else if (barrier != null && takesPart(session, barrier)) {
            world.answer(session, request, "error");
        } else if (!completes && request.timeout() > 0 && !world.mayPark(session)) {
            world.answer(session, request, "error_max_waiters");
        } else if (barrier == null && data.isFull()) {
            world.answer(session, request, "error_max_keys");
        } else if (completes) {
            world.answer(session, request, "ok");
            end(barrier, "ok");
        } else if (request.timeout() == 0) {
            world.answer(session, request, "timeout");
        } else {
            join(
                    barrier == null ? data.create(data.barriers, new Barrier(request.key(), count)) : barrier,
                    session,
                    request);
        }
    }

    private static boolean takesPart(Session session, Barrier barrier) {
        return barrier.participants.stream().anyMatch(each -> each.session() == session);
    }

    private void join(Barrier barrier, Session session, Request request) {
        barrier.participants.add(world.park(session, request, world.nextArrival()));
    }

    /** Whoever gives up breaks the barrier for all. */
    void giveUp(Parked participant) {
        barriersWith(participant.session()).stream()
                .filter(each -> each.participants.contains(participant))
                .forEach(each -> end(each, "timeout"));
    }

    /** A session goes and breaks the barriers where it waits. */
    void leaveAll(Session session) {
        for (Barrier barrier : barriersWith(session)) {
            barrier.participants.removeIf(each -> each.session() == session);
            end(barrier, "timeout");
        }
    }

    /** A participant that is dismissed breaks the barrier for all. */
    void dismiss() {
        for (Barrier barrier : List.copyOf(data.barriers)) {
            List<Parked> dismissed = barrier.participants.stream()
                    .filter(each -> each.session().dismissed)
                    .toList();
            if (!dismissed.isEmpty()) {
                barrier.participants.removeAll(dismissed);
                dismissed.forEach(each -> world.answerParked(each, "error_draining"));
                end(barrier, "timeout");
            }
        }
    }

    private List<Barrier> barriersWith(Session session) {
        return data.barriers.stream().filter(each -> takesPart(session, each)).toList();
    }

    /** All who wait are told the same, and the next one starts anew. */
    void end(@Nullable Barrier barrier, String line) {
        if (barrier != null) {
            barrier.participants.forEach(each -> world.answerParked(each, line));
            data.barriers.remove(barrier);
        }
    }
}
