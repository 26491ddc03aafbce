package io.dflockd.engine;

import io.dflockd.protocol.Push;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One push on its way to all whom it concerns: each session gets it once, however many of its patterns match. */
final class Delivery {
    private final Supplier<Push> text;
    private final long number;
    private final @Nullable List<Session> had; // before the first pause, if there may be one
    private @Nullable Set<Session> hadBeforePause;
    private @Nullable Push push; // printed for the first whom it concerns
    private int receivers;

    /** The number is told to each session that gets it, so that it knows it when it comes again. */
    Delivery(Supplier<Push> text, long number, boolean mayPause) {
        this.text = text;
        this.number = number;
        this.had = mayPause ? new ArrayList<>() : null;
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

    void toEach(Chain<Subscriber> subscribers, Outbox outbox) {
        for (Subscriber each = subscribers.firstOrNull(); each != null; each = each.next) {
            if (each.session.isHere() && isNewTo(each.session)) {
                outbox.push(each.session, push());
                receivers++;
            }
        }
    }

    private boolean isNewTo(Session session) {
        if (hadBeforePause != null) {
            return hadBeforePause.add(session);
        }
        boolean isNew = session.lastDelivery != number;
        session.lastDelivery = number;
        if (isNew && had != null) {
            had.add(session);
        }
        return isNew;
    }

    void toOneOf(Group group, Outbox outbox) {
        Session chosen = group.choose();
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
