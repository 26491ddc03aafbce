package io.dflockd.simulation;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.LongStream;

/** Many histories on all processors, until one fails, or the seeds or the time run out. */
final class Campaign {
    /** What is lived through: one engine, or a cluster. */
    interface History {
        void run(long seed, int steps);
    }

    private static final int BATCH = 500;
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(20);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Options options;
    private final History history;
    private final PrintStream out;
    private final long startedNanos = System.nanoTime();
    private long reportedNanos = startedNanos;

    Campaign(Options options, History history, PrintStream out) {
        this.options = options;
        this.history = history;
        this.out = out;
    }

    /** Ends with a {@link SimulationFailure} if a history does. */
    void run() {
        long next = options.firstSeed();
        while (next <= options.lastSeed()
                && nanosSince(startedNanos) < options.time().toNanos()) {
            long last = options.lastSeed() - next < BATCH ? options.lastSeed() : next + BATCH - 1;
            LongStream.rangeClosed(next, last).parallel().forEach(seed -> history.run(seed, options.steps()));
            next = last + 1;
            if (nanosSince(reportedNanos) > BETWEEN_REPORTS.toNanos()) {
                report(next);
            }
        }
        report(next);
    }

    private void report(long next) {
        reportedNanos = System.nanoTime();
        long seeds = next - options.firstSeed();
        double seconds = nanosSince(startedNanos) / NANOS_PER_SECOND;
        out.printf(
                Locale.ROOT,
                "%,d histories of up to %d steps, seeds %d to %d: all well; %.0f a second%n",
                seeds,
                options.steps(),
                options.firstSeed(),
                next - 1,
                seeds / seconds);
    }

    private static long nanosSince(long instant) {
        return System.nanoTime() - instant;
    }
}
