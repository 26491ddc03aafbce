package io.dflockd.client;

import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long somebody is prepared to wait for something, counted from when this is made; for ever is a long time. */
final class TimeLimit {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Duration whole;
    private final Core core;
    private final long begunNanos;

    TimeLimit(Duration whole, Core core) {
        this.whole = Timers.bounded(whole);
        this.core = core;
        this.begunNanos = core.now();
    }

    Duration whole() {
        return whole;
    }

    Duration passed() {
        return Duration.ofNanos(core.now() - begunNanos);
    }

    Duration left() {
        Duration left = whole.minus(passed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOver() {
        return left().isZero();
    }

    /** A moment does not count, so that a limit of whole seconds is usually left to the server. */
    Duration leftForServer() {
        return passed().toNanos() < MOMENT_NANOS ? whole : left();
    }

    /** A connection may take as long as an answer, beyond what is left. */
    Duration untilConnected() {
        return left().plus(core.options().connection.answerTimeout());
    }

    /** The server counts in whole seconds; the rest of what was left when the request was made is counted here. */
    static Timers.Timer alarm(Duration left, Exchange exchange, Core core) {
        return left.toNanosPart() == 0 ? () -> {} : core.timers().after(left.toNanos(), exchange::withdraw);
    }
}
