package io.dflockd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Not how fast the benchmarks are, but that they work: each is set up and run once, at its smallest size. */
final class BenchmarksTest {
    static {
        System.setProperty("jmh.ignoreLock", "true"); // a benchmark that somebody runs meanwhile is no reason to fail
    }

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .param("held", "1000")
                        .param("armed", "1000")
                        .param("subscriptions", "10")
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results)
                .extracting(result -> result.getParams().getBenchmark())
                .contains(
                        "io.dflockd.bench.ParsingBenchmark.inOnePiece",
                        "io.dflockd.bench.LockBenchmark.contendedHandOver",
                        "io.dflockd.bench.DataBenchmark.kget",
                        "io.dflockd.bench.ReplyBenchmark.granted",
                        "io.dflockd.bench.SubscriptionBenchmark.signal",
                        "io.dflockd.engine.DeadlineBenchmark.expire");
    }
}
