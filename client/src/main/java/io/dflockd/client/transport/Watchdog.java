package io.dflockd.client.transport;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notices that a server has fallen silent, and that an answer does not come. On the transport's thread. */
final class Watchdog {
    /** A server that answers others meanwhile is busy, not dead: it gets so many times the time. */
    private static final int MOST_OVERDUE = 3;

    /** Overdue answers are not looked for more often than this. */
    private static final long MIN_CHECK_NANOS = 20_000_000;

    private final InFlight inFlight;
    private final ConnectionSettings settings;
    private final Timers timers;
    private final Runnable ping;
    private final Consumer<Exchange> giveUp;
    private long lastHeardNanos;
    private long heldUpNanos;
    private Timers.@Nullable Timer check;
    private long checkAtNanos;
    private Timers.@Nullable Timer nextPing;
    private boolean stopped;

    /** Whoever is silent is asked by {@code ping}; {@code giveUp} is told of the request that has no answer in time. */
    Watchdog(InFlight inFlight, ConnectionSettings settings, Timers timers, Runnable ping, Consumer<Exchange> giveUp) {
        this.inFlight = inFlight;
        this.settings = settings;
        this.timers = timers;
        this.ping = ping;
        this.giveUp = giveUp;
    }

    /** Bytes have come. While a line goes on, no other can come: a long answer on a slow path holds up all behind it. */
    void heard(boolean lineGoesOn) {
        long now = timers.nanoTime();
        if (lineGoesOn) {
            heldUpNanos += now - lastHeardNanos;
        }
        lastHeardNanos = now;
    }

    /** The clock by which answers are due. It stands still while a line keeps arriving. */
    private long answerClockNanos() {
        return timers.nanoTime() - heldUpNanos;
    }

    /** Begins to ask a server that is silent for long whether it is there, which also keeps it from hanging up. */
    void keepAlive() {
        long interval = settings.pingInterval().toNanos();
        if (interval > 0 && !stopped) {
            long silence = timers.nanoTime() - lastHeardNanos;
            if (silence >= interval) {
                ping.run();
            }
            nextPing = timers.after(silence >= interval ? interval : interval - silence, this::keepAlive);
        }
    }

    /** This request was sent. */
    void expectAnswer(Exchange exchange) {
        exchange.overdueAtNanos = answerClockNanos() + exchange.patienceNanos();
        checkBy(exchange.overdueAtNanos);
    }

    private void checkBy(long instantNanos) {
        if (check != null && checkAtNanos - instantNanos <= 0) {
            return;
        }
        if (check != null) {
            check.cancel();
        }
        checkAtNanos = instantNanos;
        check = timers.after(Math.max(MIN_CHECK_NANOS, instantNanos - answerClockNanos()), this::checkOverdue);
    }

    private void checkOverdue() {
        check = null;
        Exchange first = inFlight.firstOverdue();
        if (first == null || stopped) {
            return;
        }
        long now = answerClockNanos();
        long patience = settings.answerTimeout().toNanos();
        long overdue = now - first.overdueAtNanos;
        long silence = timers.nanoTime() - lastHeardNanos;
        if (overdue >= 0 && (silence >= patience || overdue >= MOST_OVERDUE * patience)) {
            giveUp.accept(first);
        } else {
            checkBy(overdue < 0 ? first.overdueAtNanos : now + patience - silence);
        }
    }

    void stop() {
        stopped = true;
        if (check != null) {
            check.cancel();
        }
        if (nextPing != null) {
            nextPing.cancel();
        }
    }
}
