package io.dflockd.engine;

import io.dflockd.protocol.Push;
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

    /** Gives the push to the next member with room for it; if nobody has any, the next one is too slow for good. */
    boolean deliver(Push push, Outbox outbox) {
        Subscriber chosen = next();
        Subscriber member = chosen;
        do {
            if (member.session.isHere() && outbox.push(member.session, push)) {
                next = member.next;
                return true;
            }
            member = Objects.requireNonNullElseGet(member.next, members::first);
        } while (member != chosen);
        if (chosen.session.isHere()) {
            outbox.cutOff(chosen.session);
        }
        return false;
    }
}
