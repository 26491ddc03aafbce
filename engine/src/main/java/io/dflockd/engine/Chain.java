package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A queue that is linked through its members, so that one leaves from the middle as cheaply as from the head. */
class Chain<T extends Link<T>> {
    private @Nullable T first;
    private @Nullable T last;
    private int size;

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return size;
    }

    @Nullable
    T firstOrNull() {
        return first;
    }

    @Nullable
    T lastOrNull() {
        return last;
    }

    T first() {
        return Objects.requireNonNull(first);
    }

    void addLast(T member) {
        member.previous = last;
        member.next = null;
        if (last == null) {
            first = member;
        } else {
            last.next = member;
        }
        last = member;
        size++;
    }

    void remove(T member) {
        T before = member.previous;
        T after = member.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        member.previous = null;
        member.next = null;
        size--;
    }

    /** The members in order, in a list of its own. */
    List<T> toList() {
        List<T> members = new ArrayList<>(size);
        for (T member = first; member != null; member = member.next) {
            members.add(member);
        }
        return members;
    }
}
