package io.dflockd.cli.bench;

import java.io.PrintStream;
import java.util.Locale;

/** The line on a terminal that shows how a run is getting on. */
public final class Progress {
    private static final String TO_START = "\r";
    private static final String ERASE = "\u001b[K";
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintStream terminal;
    private final boolean shown;

    private Progress(PrintStream terminal, boolean shown) {
        this.terminal = terminal;
        this.shown = shown;
    }

    public static Progress on(PrintStream terminal) {
        return new Progress(terminal, true);
    }

    public static Progress off() {
        return new Progress(System.err, false);
    }

    void show(Plan plan, boolean warmingUp, Figures total, Figures latest) {
        if (shown) {
            String mode = plan.mode().name().toLowerCase(Locale.ROOT);
            String line = mode + "   " + (warmingUp ? "warming up" : soFar(plan, total)) + "   " + speed(plan, latest);
            terminal.print(TO_START + line + ERASE);
            terminal.flush();
        }
    }

    private static String soFar(Plan plan, Figures total) {
        return plan.isCounted()
                ? String.format(Locale.ROOT, "%,d of %,d requests", total.requests(), plan.requests())
                : String.format(
                        Locale.ROOT,
                        "%.0f s of %s",
                        total.seconds(),
                        plain(plan.length().toMillis() / 1e3));
    }

    private static String plain(double seconds) {
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }

    private static String speed(Plan plan, Figures latest) {
        double p99 = latest.latencies().getValueAtPercentile(99) / NANOS_PER_MILLI;
        String delivered = plan.mode() == Mode.SIGNAL
                ? String.format(Locale.ROOT, "   %,d delivered/s", latest.deliveredPerSecond())
                : "";
        return String.format(Locale.ROOT, "%,d requests/s", latest.requestsPerSecond())
                + delivered
                + String.format(Locale.ROOT, "   p99 %.1f ms", p99);
    }

    /** Makes room for the report. */
    void clear() {
        if (shown) {
            terminal.print(TO_START + ERASE);
            terminal.flush();
        }
    }
}
