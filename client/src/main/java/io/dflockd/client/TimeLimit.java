package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How long somebody is prepared to wait for something, counted from when this is made; for ever is a long time. */
final class TimeLimit {
    private static final Duration A_WORD = Duration.ofMillis(500);
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Duration whole;
    private final Core core;
    private final long begunNanos;
    private volatile boolean saidOver;

    TimeLimit(Duration whole, Core core) {
        this.whole = Timers.bounded(Objects.requireNonNull(whole, "patience"));
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

    /**
     * Whoever wanted to wait so long does not wait longer for a server that says nothing; its word that the time is over may
     * take a moment. A limit of zero is none: the answer has the time that answers have.
     */
    void enforce(CompletableFuture<?> result, Supplier<String> what) {
        if (!whole.isZero()) {
            Duration moment = least(A_WORD, core.options().connection.answerTimeout());
            core.impatience().endAfter(Timers.nanos(whole.plus(moment)), result, () -> silence(what.get()));
        }
    }

    private DflockdException silence(String what) {
        String within = " within " + Diagnosis.seconds(whole);
        return saidOver
                ? new LockTimeoutException(what + ": not granted" + within)
                : new ConnectionException(what + ": no answer" + within + "; nothing is held or waited for");
    }

    /** The server has said that the time is over: what may still follow is the explanation. */
    void saidOver() {
        saidOver = true;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The server counts in whole seconds; the rest of what was left when the request was made is counted here. */
    static Timers.Timer alarm(Duration left, Exchange exchange, Core core) {
        return left.toNanosPart() == 0 ? () -> {} : core.timers().after(left.toNanos(), exchange::withdraw);
    }
}
