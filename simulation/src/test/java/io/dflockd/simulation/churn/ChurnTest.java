package io.dflockd.simulation.churn;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twenty seconds of what {@code simulation/churn} does for minutes. */
@Tag("thorough")
final class ChurnTest {
    /** What must have happened at least once, or the run showed little. Nothing that the speed of a machine decides. */
    private static final List<String> HAPPENED = List.of(
            "elect ok",
            "resign ok",
            "l ok",
            "observe ok",
            "unobserve ok",
            "listen ok",
            "unlisten ok",
            "watch ok",
            "unwatch ok",
            "signal ok",
            "lpush ok",
            "rpush ok",
            "blpop ok",
            "blpop nil",
            "brpop ok",
            "brpop nil",
            "bwait ok",
            "bwait timeout",
            "incr ok",
            "kcas ok",
            "kget nil");

    @Test
    @Pitfall({"EL-01", "SW-01", "SW-03", "SW-09"})
    void aServerThatACrowdHasWorkedOnIsUpAndEmpty() {
        Options options = new Options(Duration.ofSeconds(20), 1, null);

        Summary summary = new Churn(options, new PrintStream(OutputStream.nullOutputStream())).run();

        Map<String, Long> answers = summary.counts().answers();
        assertThat(answers).containsKeys(HAPPENED.toArray(String[]::new));
        assertThat(summary.counts().pushes.sum()).isPositive();
        assertThat(summary.counts().cutOffs.sum()).isPositive();
    }
}
