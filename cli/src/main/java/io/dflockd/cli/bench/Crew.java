package io.dflockd.cli.bench;

import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** All connections of a run. Closing it ends them. */
final class Crew implements AutoCloseable {
    private final Plan plan;
    private final Works works;
    private final Loops loops;
    private final Dialler dialler;
    private final Map<EventLoop, Meter> meters = new HashMap<>();
    private final List<Member> workers = new ArrayList<>();
    private final List<Member> listeners = new ArrayList<>();
    private long collectedNanos = System.nanoTime();
    private CompletableFuture<Void> listening = CompletableFuture.completedFuture(null);

    Crew(Plan plan, Budget budget) throws BenchFailed {
        this.plan = plan;
        this.works = new Works(plan, budget);
        SslContext tls = Tls.of(plan.server());
        this.loops = Loops.start(plan.threads());
        this.dialler = new Dialler(plan.server(), loops.socket(), tls);
    }

    /** Opens all connections and makes them ready to work. */
    CompletableFuture<Void> assemble() {
        List<CompletableFuture<Void>> arrivals = new ArrayList<>();
        for (int number = 0; number < plan.listeners(); number++) {
            EventLoop loop = loops.next();
            listeners.add(new Member(works.forListener(meterOf(loop))));
            arrivals.add(listeners
                    .get(number)
                    .arrive(dialler.dial(loop), plan.server().token()));
        }
        for (int number = 0; number < plan.connections(); number++) {
            EventLoop loop = loops.next();
            workers.add(new Member(works.forConnection(number, meterOf(loop))));
            arrivals.add(
                    workers.get(number).arrive(dialler.dial(loop), plan.server().token()));
        }
        return Stage.of(arrivals);
    }

    private Meter meterOf(EventLoop loop) {
        return meters.computeIfAbsent(loop, any -> new Meter());
    }

    /** Starts to work. Ends when all have stopped, which they do when the budget is used up. */
    CompletableFuture<Void> work() {
        listening = Stage.of(listeners.stream().map(Member::work).toList());
        CompletableFuture<Void> working =
                Stage.of(workers.stream().map(Member::work).toList());
        Stage.failWithAny(working, List.of(listening));
        return working;
    }

    /** Waits until the listeners have heard all that was sent. */
    void hearAll(long nanos) throws BenchFailed {
        long begin = System.nanoTime();
        while (works.deliveries().missing() > 0) {
            Stage.await(listening, 1_000_000);
            if (System.nanoTime() - begin > nanos) {
                throw new BenchFailed(works.deliveries().missing() + " signals did not arrive");
            }
        }
    }

    /** Removes what the work has left on the server. Ends when all have done so or failed. */
    CompletableFuture<Void> tidyUp() {
        return CompletableFuture.allOf(workers.stream().map(Member::tidyUp).toArray(CompletableFuture[]::new));
    }

    /** What was measured since this was asked for the last time. */
    Figures collect() {
        Figures figures = new Figures();
        meters.values().forEach(meter -> meter.emptyInto(figures));
        long now = System.nanoTime();
        figures.addNanos(now - collectedNanos);
        collectedNanos = now;
        return figures;
    }

    @Override
    public void close() {
        loops.close();
    }
}
