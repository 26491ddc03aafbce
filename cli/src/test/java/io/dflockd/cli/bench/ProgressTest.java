package io.dflockd.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ProgressTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final Progress progress = Progress.on(new PrintStream(terminal, true, StandardCharsets.UTF_8));

    @Test
    void tellsTheTimeTheSpeedAndTheLatencyOfTheLastSecond() {
        progress.show(plan(Mode.LOCK, Plan.ANY_NUMBER), false, second(700, 7), second(912_345, 1));

        assertThat(line()).isEqualTo("\rlock   7 s of 10   912,345 requests/s   p99 1.2 ms\u001b[K");
    }

    @Test
    void tellsTheNumberWhereThatIsTheLimit() {
        progress.show(plan(Mode.KSET, 5_000), false, second(1_200, 7), second(300, 1));

        assertThat(line()).startsWith("\rkset   1,200 of 5,000 requests   300 requests/s");
    }

    @Test
    void tellsThatItOnlyWarmsUp() {
        progress.show(plan(Mode.LOCK, Plan.ANY_NUMBER), true, second(300, 1), second(300, 1));

        assertThat(line()).startsWith("\rlock   warming up   300 requests/s");
    }

    @Test
    void tellsHowManySignalsArrive() {
        Figures latest = second(300, 1);
        latest.addDelivered(3_000);

        progress.show(plan(Mode.SIGNAL, Plan.ANY_NUMBER), false, latest, latest);

        assertThat(line()).startsWith("\rsignal   1 s of 10   300 requests/s   3,000 delivered/s   p99 ");
    }

    private String line() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    private static Figures second(long requests, long seconds) {
        Figures figures = new Figures();
        figures.latencies().recordValueWithCount(1_200_000, requests);
        figures.addNanos(TimeUnit.SECONDS.toNanos(seconds));
        return figures;
    }

    private static Plan plan(Mode mode, long requests) {
        Server server = new Server("127.0.0.1", 6388, null, false, null, false);
        return new Plan(server, mode, 50, 16, 0, 8, 1, Duration.ZERO, Duration.ofSeconds(10), requests);
    }
}
