package io.dflockd.cli.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What a run has shown. The names of its fields are those of the columns in CSV and of the members in JSON. */
public record Report(Plan plan, Instant started, Figures figures) {
    /** For people. */
    public String text() {
        return TextForm.of(this);
    }

    /** One object in one line; null stands for what does not apply. */
    public String json() {
        return JsonForm.of(fields());
    }

    /** The names of the columns. */
    public String csvHeader() {
        return String.join(",", fields().keySet());
    }

    /** One row; nothing stands for what does not apply. */
    public String csvRow() {
        return String.join(",", fields().values().stream().map(String::valueOf).toList());
    }

    /** Everything by name, in a fixed order. What does not apply to the mode is empty. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        boolean signals = plan.mode() == Mode.SIGNAL;
        fields.put("started", started.truncatedTo(ChronoUnit.SECONDS).toString());
        fields.put("server", plan.server().address());
        fields.put("tls", plan.server().tls());
        fields.put("mode", plan.mode().name().toLowerCase(Locale.ROOT));
        fields.put("connections", plan.connections());
        fields.put("depth", plan.depth());
        fields.put("listeners", plan.listeners());
        fields.put("payload_bytes", plan.payload());
        fields.put("threads", plan.threads());
        fields.put("seconds", rounded(figures.seconds(), 3));
        fields.put("requests", figures.requests());
        fields.put("requests_per_second", figures.requestsPerSecond());
        putTimes(fields, "latency", figures.latencies());
        fields.put(
                "hand_overs", plan.mode() == Mode.CONTEND ? figures.handOvers().getTotalCount() : "");
        putTimes(fields, "hand_over", figures.handOvers());
        fields.put("delivered", signals ? figures.delivered() : "");
        fields.put("delivered_per_second", signals ? figures.deliveredPerSecond() : "");
        return fields;
    }

    private static void putTimes(Map<String, Object> fields, String name, Histogram histogram) {
        boolean none = histogram.getTotalCount() == 0;
        Times.of(histogram)
                .forEach((of, nanos) ->
                        fields.put(name + "_" + of.replace(".", "") + "_us", none ? "" : rounded(nanos / 1e3, 1)));
    }

    private static BigDecimal rounded(double number, int digits) {
        return BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_UP);
    }
}
