package io.dflockd.cli.bench;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A report for people. */
final class TextForm {
    private static final double NANOS_PER_MILLI = 1e6;

    private TextForm() {}

    static String of(Report report) {
        Plan plan = report.plan();
        Figures figures = report.figures();
        StringBuilder text = new StringBuilder();
        text.append(heading(plan, figures)).append(line("", ""));
        text.append(line("requests", count(figures.requests())));
        text.append(line("requests/s", count(figures.requestsPerSecond())));
        if (plan.mode() == Mode.SIGNAL) {
            text.append(line("delivered", count(figures.delivered())));
            text.append(line("delivered/s", count(figures.deliveredPerSecond())));
        }
        text.append(line("", "")).append(columns("", Times.of(figures.latencies()).keySet().stream()));
        text.append(times("latency, ms", figures.latencies()));
        if (plan.mode() == Mode.CONTEND) {
            text.append(times("hand-over, ms", figures.handOvers()));
        }
        return text.toString().stripTrailing();
    }

    private static String heading(Plan plan, Figures figures) {
        String listeners = plan.listeners() == 0 ? "" : ", listeners " + plan.listeners();
        return String.format(
                Locale.ROOT,
                "%s on %s: connections %d, depth %d%s, %.1f s%n",
                plan.mode().name().toLowerCase(Locale.ROOT),
                plan.server(),
                plan.connections(),
                plan.depth(),
                listeners,
                figures.seconds());
    }

    private static String times(String name, Histogram histogram) {
        return columns(name, Times.of(histogram).values().stream().map(TextForm::millis));
    }

    private static String line(String name, String value) {
        return String.format("%-14s%14s", name, value).stripTrailing() + System.lineSeparator();
    }

    private static String columns(String name, Stream<String> values) {
        return String.format("%-14s", name)
                + values.map(value -> String.format("%10s", value)).collect(Collectors.joining())
                + System.lineSeparator();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
    }
}
