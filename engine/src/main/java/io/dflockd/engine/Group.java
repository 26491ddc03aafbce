package io.dflockd.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Listeners that share the work: each signal goes to one of them, in turn and in order of joining. */
final class Group {
    final Chain<Subscriber> members = new Chain<>();
    private @Nullable Subscriber next; // null: the first

    void join(Subscriber member) {
        members.addLast(member);
    }

    void leave(Subscriber member) {
        if (next == member) {
            next = member.next;
        }
        members.remove(member);
    }

    /** Whose turn it is. */
    Subscriber next() {
        return next == null ? members.first() : next;
    }

    void setNext(Subscriber member) {
        next = member;
    }

    /**
     * Who gets the next signal: the member whose turn it is, past those who are known not to read, unless that is all of
     * them. Null if everybody is about to leave.
     */
    @Nullable
    Session choose(Crossings crossings) {
        Subscriber first = next();
        Subscriber chosen = first;
        while (crossings.isLeaving(chosen.session) || crossings.isMuted(chosen.session)) {
            chosen = after(chosen);
            if (chosen == first) {
                return chooseAmongMuted(first, crossings);
            }
        }
        next = chosen.next;
        return chosen.session;
    }

    /** They have little room left, or none; the turn stays where it is. */
    private @Nullable Session chooseAmongMuted(Subscriber first, Crossings crossings) {
        Subscriber chosen = first;
        while (crossings.isLeaving(chosen.session)) {
            chosen = after(chosen);
            if (chosen == first) {
                return null;
            }
        }
        return chosen.session;
    }

    private Subscriber after(Subscriber member) {
        return Objects.requireNonNullElseGet(member.next, members::first);
    }
}
