package io.dflockd.client;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a grant is worth at a given moment.
 *
 * <p>It is held until a deadline, and then it is given back or lost, once and for good: token, fence and deadline go
 * in one step, and whoever has seen that it is not held never sees it held again. The moment is given by the caller.
 */
final class Holding {
    sealed interface State {}

    /** The only state in which there is something to rely on. */
    record Held(String token, long fence, long deadlineNanos) implements State {
        boolean isOverAt(long nowNanos) {
            return nowNanos - deadlineNanos >= 0;
        }
    }

    /** On its way back to the server, or there. */
    record Returned() implements State {}

    record Lost(LossReason reason) implements State {}

    private final AtomicReference<State> state;
    private final Consumer<LossReason> onLoss;

    /** The listener is called once at most, by whoever finds out, after the loss can be seen. */
    Holding(String token, long fence, long deadlineNanos, Consumer<LossReason> onLoss) {
        this.state = new AtomicReference<>(new Held(token, fence, deadlineNanos));
        this.onLoss = onLoss;
    }

    /** The state as of now: a deadline that has passed is a loss, whether or not anything else has noticed it. */
    State at(long nowNanos) {
        State seen = Objects.requireNonNull(state.get());
        while (seen instanceof Held held && held.isOverAt(nowNanos)) {
            end(held, new Lost(LossReason.LEASE_EXPIRED));
            seen = Objects.requireNonNull(state.get());
        }
        return seen;
    }

    @Nullable
    Held heldAt(long nowNanos) {
        return at(nowNanos) instanceof Held held ? held : null;
    }

    /** The server has confirmed that it is held until then. Too late for one that is over. */
    boolean extend(long nowNanos, long deadlineNanos) {
        State seen = at(nowNanos);
        while (seen instanceof Held held) {
            if (state.compareAndSet(held, new Held(held.token(), held.fence(), deadlineNanos))) {
                return true;
            }
            seen = at(nowNanos);
        }
        return false;
    }

    /** Takes it out of the holder's hands, to be given back: one caller gets what was held, others nothing. */
    @Nullable
    Held giveBack(long nowNanos) {
        State seen = at(nowNanos);
        while (seen instanceof Held held) {
            if (end(held, new Returned())) {
                return held;
            }
            seen = at(nowNanos);
        }
        return null;
    }

    void lose(LossReason reason) {
        State seen = state.get();
        while (seen instanceof Held held && !end(held, new Lost(reason))) {
            seen = state.get();
        }
    }

    private boolean end(Held held, State end) {
        boolean ended = state.compareAndSet(held, end);
        if (ended && end instanceof Lost lost) {
            onLoss.accept(lost.reason());
        }
        return ended;
    }
}
