package io.dflockd.client;

import io.dflockd.client.transport.Timers;

/** What all parts of one client share. */
record Core(DflockdOptions options, Timers timers, Callbacks callbacks, Waiting waiting, LeakDetector leaks) {
    Core(DflockdOptions options, Timers timers, Callbacks callbacks, Waiting waiting) {
        this(options, timers, callbacks, waiting, new LeakDetector(options.leakDetection));
    }

    long now() {
        return timers.nanoTime();
    }

    ClientMetrics metrics() {
        return options.metrics;
    }
}
