package io.dflockd.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9_]+)` \\|");

    private final Figures figures = new Figures();

    @Test
    void hasTheFieldsThatAreWrittenDownInTheirOrder() throws IOException {
        List<String> written = new ArrayList<>();
        String page = Files.readString(Project.root().resolve("docs/bench.md"));
        page.substring(page.indexOf("## Fields")).lines().forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                written.add(row.group(1));
            }
        });

        assertThat(report(Mode.LOCK).csvHeader()).isEqualTo(String.join(",", written));
    }

    @Test
    void tellsTimesInMicroseconds() {
        figures.addNanos(TimeUnit.SECONDS.toNanos(2));
        figures.latencies().recordValueWithCount(1_500, 3);
        figures.latencies().recordValueWithCount(2_500, 1);

        assertThat(report(Mode.LOCK).json())
                .contains("\"seconds\":2.000,\"requests\":4,\"requests_per_second\":2,\"latency_mean_us\":1.8,")
                .contains("\"latency_p50_us\":1.5,\"latency_p90_us\":2.5,")
                .contains("\"latency_max_us\":2.5,\"hand_overs\":null,\"hand_over_mean_us\":null,");
    }

    @Test
    void leavesOutOfARowWhatDoesNotApply() {
        figures.addNanos(TimeUnit.SECONDS.toNanos(2));
        figures.latencies().recordValueWithCount(1_500, 3);
        figures.addDelivered(10);

        assertThat(report(Mode.LOCK).csvRow())
                .isEqualTo("2026-11-15T20:15:03Z,[::1]:6388,false,lock,50,16,0,8,1,2.000,3,2,1.5,1.5,1.5,1.5,1.5,1.5"
                        + ",,,,,,,,,");
        assertThat(report(Mode.SIGNAL).csvRow()).endsWith(",10,5");
    }

    private Report report(Mode mode) {
        Server server = new Server("::1", 6388, null, false, null, false);
        Plan plan = new Plan(server, mode, 50, 16, 0, 8, 1, Duration.ZERO, Duration.ofSeconds(2), Plan.ANY_NUMBER);
        return new Report(plan, Instant.parse("2026-11-15T20:15:03.9Z"), figures);
    }
}
