package io.dflockd.cli;

import io.dflockd.cli.console.OsSignal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The signals that ask the program to stop, SIGTERM and SIGINT. The first is waited for with {@link #await} or heard of by
 * {@link #onFirst}; a second one ends the program at once, with the status that shells expect of a killed program.
 */
final class StopSignals {
    /** Supervisors that signal a process and its group send one signal twice. Nobody asks again that fast. */
    private static final long ECHO_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private volatile long firstNanos = System.nanoTime();

    private StopSignals() {}

    /** Takes the signals over from the JVM, which would end the program at the first one. */
    static StopSignals caught() {
        StopSignals signals = new StopSignals();
        signals.handle(OsSignal.TERM);
        signals.handle(OsSignal.INT);
        return signals;
    }

    /** Waits for the first signal and returns its name. */
    String await() {
        return first.join();
    }

    /** Runs this when the first signal comes. */
    void onFirst(Runnable action) {
        first.thenRun(action);
    }

    private void handle(OsSignal signal) {
        signal.handle(() -> arrived(signal));
    }

    private void arrived(OsSignal signal) {
        long now = System.nanoTime();
        if (first.complete("SIG" + signal)) {
            firstNanos = now;
        } else if (now - firstNanos > ECHO_NANOS) {
            Runtime.getRuntime().halt(signal.status());
        }
    }
}
