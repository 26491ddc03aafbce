package io.dflockd.cli.bench;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One measurement: warms up, measures, and leaves the server as it was found. */
public final class Run {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE = 10 * SECOND;

    private final Plan plan;
    private final Progress progress;
    private final Budget budget = new Budget();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    public Run(Plan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Ends the measurement early; what was measured until then is reported. */
    public void stop() {
        stopped.complete(null);
    }

    public Report perform() throws BenchFailed {
        try (Crew crew = new Crew(plan, budget)) {
            try {
                finish(crew.assemble());
                Instant started = Instant.now();
                Figures figures = measure(crew);
                finish(crew.tidyUp());
                return new Report(plan, started, figures);
            } catch (BenchFailed failed) {
                tidyUpAfterFailure(crew);
                throw failed;
            }
        } finally {
            progress.clear();
        }
    }

    private Figures measure(Crew crew) throws BenchFailed {
        boolean warmsUp = !plan.warmUp().isZero();
        if (!warmsUp) {
            budget.limit(plan.requests());
        }
        crew.collect();
        CompletableFuture<Void> work = crew.work();
        if (warmsUp) {
            warmUp(crew, work);
        }
        Figures figures = watch(crew, work, plan.length().toNanos(), false);
        if (work.isDone()) {
            crew.hearAll(PATIENCE);
            figures.add(crew.collect()); // signals that were still on their way count too
        }
        budget.close();
        finish(work);
        crew.hearAll(PATIENCE);
        return figures;
    }

    private void warmUp(Crew crew, CompletableFuture<Void> work) throws BenchFailed {
        watch(crew, work, plan.warmUp().toNanos(), true);
        if (stopped.isDone()) {
            throw new BenchFailed("stopped while warming up: nothing was measured");
        }
        budget.limit(plan.requests());
    }

    /** Collects figures second by second, until the time is over, the work ends or somebody stops it. */
    private Figures watch(Crew crew, CompletableFuture<Void> work, long nanos, boolean warmingUp) throws BenchFailed {
        CompletableFuture<Object> ending = CompletableFuture.anyOf(work, stopped);
        Figures total = new Figures();
        boolean ended = false;
        while (!ended && total.nanos() < nanos) {
            ended = Stage.await(ending, Math.min(SECOND, nanos - total.nanos()));
            Figures latest = crew.collect();
            total.add(latest);
            progress.show(plan, warmingUp, total, latest);
        }
        return total;
    }

    private void finish(CompletableFuture<Void> stage) throws BenchFailed {
        if (!Stage.await(stage, PATIENCE)) {
            throw new BenchFailed(plan.server() + " does not answer");
        }
    }

    /** As well as can be done: the connections may be gone, and why they are is told already. */
    private void tidyUpAfterFailure(Crew crew) {
        budget.close();
        try {
            Stage.await(crew.tidyUp(), SECOND);
        } catch (BenchFailed alsoThis) {
            // the first failure is the one to tell
        }
    }
}
