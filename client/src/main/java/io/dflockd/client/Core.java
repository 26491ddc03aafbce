package io.dflockd.client;

import io.dflockd.client.callbacks.Callbacks;
import io.dflockd.client.transport.ConnectionSettings;
import io.dflockd.client.transport.Timers;
import java.time.Duration;

/** What all parts of one client share. */
record Core(
        DflockdOptions options,
        Timers timers,
        Callbacks callbacks,
        Waiting waiting,
        LeakDetector leaks,
        Impatience impatience) {
    Core(DflockdOptions options, Timers timers, Callbacks callbacks, Waiting waiting) {
        this(options, timers, callbacks, waiting, new LeakDetector(options.leakDetection), new Impatience(timers));
    }

    /**
     * Longer than what is asked for with this patience takes: to connect, to be answered late, and some more. Only an answer
     * that keeps arriving on a very slow path is later than that.
     */
    Duration longest(Duration patience) {
        ConnectionSettings settings = options.connection;
        Duration beyond = settings.connectTimeout()
                .plus(settings.answerTimeout().multipliedBy(5))
                .plus(options.startTimeout)
                .plusMinutes(1);
        return Timers.bounded(Timers.bounded(patience).plus(beyond));
    }

    long now() {
        return timers.nanoTime();
    }

    HarmlessMetrics metrics() {
        return options.metrics;
    }
}
