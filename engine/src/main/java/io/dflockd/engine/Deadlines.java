package io.dflockd.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instants at which a shard must act, soonest first.
 *
 * <p>A binary heap whose members know their place in it, so that any of them can be moved or taken out. A lease that
 * is granted now ends later than most others: it is added at the bottom and, released soon, taken from the bottom,
 * both without a climb. Instants are kept beside the members, so that comparing seldom leaves the array; members due
 * at the same instant come in the order of {@link Deadline#order}.
 */
final class Deadlines {
    static final int NOWHERE = -1;

    private static final long LAST = 1L << 62;

    /** Something that happens at an instant unless it is taken out before. */
    interface Deadline {
        /** Its instant has come, and it has been taken out. */
        void expire(Turn turn);

        /** Whether a request gives up waiting then, and not a lease or a value ends. */
        boolean isWait();

        /** The number of its arrival in the shard. */
        long sequence();

        /** At one instant waits end last: if a grant and a timeout coincide, the grant wins. */
        default long order() {
            return isWait() ? sequence() | LAST : sequence();
        }

        int place();

        void setPlace(int place);
    }

    private Deadline[] members = new Deadline[16];
    private long[] dueAtNanos = new long[16];
    private int size;

    int size() {
        return size;
    }

    long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : dueAtNanos[0];
    }

    @Nullable
    Deadline next() {
        return size == 0 ? null : members[0];
    }

    long dueAtNanos(Deadline member) {
        return dueAtNanos[member.place()];
    }

    /** Puts the member in, or moves it to another instant. */
    void set(Deadline member, long instantNanos) {
        cancel(member);
        if (size == members.length) {
            members = Arrays.copyOf(members, size * 2);
            dueAtNanos = Arrays.copyOf(dueAtNanos, size * 2);
        }
        climb(size++, member, instantNanos);
    }

    /** Takes the member out, if it is in. */
    @SuppressWarnings("NullAway") // beyond its size the array is empty
    void cancel(Deadline member) {
        int hole = member.place();
        if (hole == NOWHERE) {
            return;
        }
        member.setPlace(NOWHERE);
        Deadline last = members[--size];
        long lastDue = dueAtNanos[size];
        members[size] = null;
        if (hole < size) {
            sink(hole, last, lastDue);
            if (last.place() == hole) {
                climb(hole, last, lastDue);
            }
        }
    }

    private void climb(int from, Deadline member, long due) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (!isBefore(due, member, parent)) {
                break;
            }
            put(place, members[parent], dueAtNanos[parent]);
            place = parent;
        }
        put(place, member, due);
    }

    private void sink(int from, Deadline member, long due) {
        int place = from;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && isBefore(dueAtNanos[child + 1], members[child + 1], child)) {
                child++;
            }
            if (isBefore(due, member, child)) {
                break;
            }
            put(place, members[child], dueAtNanos[child]);
            place = child;
        }
        put(place, member, due);
    }

    private boolean isBefore(long due, Deadline member, int place) {
        return due < dueAtNanos[place] || (due == dueAtNanos[place] && member.order() < members[place].order());
    }

    private void put(int place, Deadline member, long due) {
        members[place] = member;
        dueAtNanos[place] = due;
        member.setPlace(place);
    }

    /** For {@link Audit}: every member knows its place, and none is due before its parent. */
    boolean isSound() {
        for (int place = 0; place < size; place++) {
            if (members[place].place() != place
                    || (place > 0 && isBefore(dueAtNanos[place], members[place], (place - 1) / 2))) {
                return false;
            }
        }
        return true;
    }
}
