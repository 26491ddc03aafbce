package io.dflockd.engine;

import io.dflockd.protocol.Push;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One push on its way to all whom it concerns: each session gets it once, however many of its patterns match. */
final class Broadcast {
    private static final long NO_NUMBER = 0;

    private final Supplier<Push> text;
    private final Crossings crossings;
    private final long number;
    private final @Nullable List<Session> had; // before the first pause, if there may be one
    private @Nullable Set<Session> hadBeforePause;
    private @Nullable Push push; // printed for the first whom it concerns
    private int receivers;

    private Broadcast(long number, Supplier<Push> text, @Nullable List<Session> had, Crossings crossings) {
        this.number = number;
        this.text = text;
        this.had = had;
        this.crossings = crossings;
    }

    /** To those who subscribed to one and the same name. Nobody is twice among them. */
    static Broadcast ofOneName(Supplier<Push> text, Crossings crossings) {
        return new Broadcast(NO_NUMBER, text, null, crossings);
    }

    /**
     * To those at several names and patterns, from inside the subscriptions. The number, from 1 up, is told to each
     * session that gets it, so that it knows it when it comes again.
     */
    static Broadcast numbered(long number, Supplier<Push> text, Crossings crossings) {
        return new Broadcast(number, text, null, crossings);
    }

    /** A numbered one that may {@link #pause}. */
    static Broadcast inSteps(long number, Supplier<Push> text, Crossings crossings) {
        return new Broadcast(number, text, new ArrayList<>(), crossings);
    }

    int receivers() {
        return receivers;
    }

    private Push push() {
        if (push == null) {
            push = text.get();
        }
        return push;
    }

    void toEach(@Nullable Chain<Subscriber> subscribers, Outbox outbox) {
        Subscriber first = subscribers == null ? null : subscribers.firstOrNull();
        for (Subscriber each = first; each != null; each = each.next) {
            if (!crossings.isLeaving(each.session) && isNewTo(each.session)) {
                outbox.push(each.session, push());
                receivers++;
            }
        }
    }

    private boolean isNewTo(Session session) {
        if (number == NO_NUMBER) {
            return true;
        }
        if (hadBeforePause != null) {
            return hadBeforePause.add(session);
        }
        boolean isNew = session.lastBroadcast != number;
        session.lastBroadcast = number;
        if (isNew && had != null) {
            had.add(session);
        }
        return isNew;
    }

    void toOneOf(Group group, Outbox outbox) {
        Session chosen = group.choose(crossings);
        if (chosen != null) {
            outbox.push(chosen, push());
            receivers++;
        }
    }

    /** Others may deliver before this one goes on. Then what a session has had last does not tell any more. */
    void pause() {
        if (hadBeforePause == null && had != null) {
            hadBeforePause = new HashSet<>(had);
        }
    }
}
