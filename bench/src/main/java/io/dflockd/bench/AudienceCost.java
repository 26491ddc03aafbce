package io.dflockd.bench;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Status;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What one who listens and watches costs others: threads change or signal names of their own in one engine, while
 * nobody hears of it, or one session that subscribed to another name, to other names, to one of theirs, or to all.
 *
 * <p>It prints the CPU time of a request and how often the subscriptions were entered for it. Both say something on a
 * machine with much else to do, which the time on the clock does not. Rounds go through all cases in turn; medians count.
 *
 * <pre>java -cp … io.dflockd.bench.AudienceCost [rounds [requests of a thread]]</pre>
 */
public final class AudienceCost {
    static final List<String> HEARD = List.of("", "other.name", "other.*", "load.0.0000", ">");
    private static final List<String> COMMANDS = List.of("kset", "signal");
    private static final int THREADS = 2;
    private static final int NAMES = 1_000; // of each thread
    private static final int STRIDE = 7_919; // a prime, so that the names are visited out of order, and all of them
    private static final int ROUNDS_TO_WARM_UP = 3;
    private static final int ROUNDS = 15;
    private static final int REQUESTS = 200_000;

    /** What one request costs, on average. */
    record Cost(double cpuNanos, double entries) {}

    private AudienceCost() {}

    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROUNDS;
        int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : REQUESTS;
        System.out.println("command,heard,cpu_ns,entries");
        for (String command : COMMANDS) {
            measure(command, ROUNDS_TO_WARM_UP, requests);
            List<List<Cost>> costs = measure(command, rounds, requests);
            for (int i = 0; i < HEARD.size(); i++) {
                Cost median = median(costs.get(i));
                System.out.printf("%s,%s,%.0f,%.2f%n", command, HEARD.get(i), median.cpuNanos, median.entries);
            }
        }
    }

    /** The costs of each case in all rounds. */
    private static List<List<Cost>> measure(String command, int rounds, int requests) {
        List<List<Cost>> costs = new ArrayList<>();
        HEARD.forEach(heard -> costs.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < HEARD.size(); i++) {
                costs.get(i).add(measure(command, HEARD.get(i), requests));
            }
        }
        return costs;
    }

    static Cost measure(String command, String heard, int requests) {
        SharedEngine shared = new SharedEngine();
        if (!heard.isEmpty()) {
            subscribe(new BareEngine(shared.engine, 0), heard);
        }
        long before = shared.entriesOfSubscriptions();
        long cpuNanos = inThreads(thread -> send(command, requests, thread, shared));
        long sent = (long) THREADS * requests;
        return new Cost((double) cpuNanos / sent, (double) (shared.entriesOfSubscriptions() - before) / sent);
    }

    private static void subscribe(BareEngine engine, String heard) {
        Session subscriber = engine.open();
        engine.run(subscriber, new Frame("watch", heard, ""), Status.OK);
        engine.run(subscriber, new Frame("listen", heard, ""), Status.OK);
    }

    /** One thread's work, and the CPU time that it took. */
    private interface Work {
        long run(int thread);
    }

    private static long inThreads(Work work) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Long>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(CompletableFuture.supplyAsync(() -> work.run(thread), threads));
            }
            return running.stream().mapToLong(CompletableFuture::join).sum();
        } finally {
            threads.shutdown();
        }
    }

    private static long send(String command, int requests, int thread, SharedEngine shared) {
        BareEngine engine = new BareEngine(shared.engine, (thread + 1) * NAMES);
        Session session = engine.open();
        Frame frame = new Frame(command, "load." + thread + ".####", "sixteen bytes ok");
        long started = cpuNanos();
        for (int i = 0, name = 0; i < requests; i++) {
            name = (name + STRIDE) % NAMES;
            engine.run(session, frame.number(name), Status.OK);
        }
        return cpuNanos() - started;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static Cost median(List<Cost> costs) {
        double[] cpu = costs.stream().mapToDouble(Cost::cpuNanos).sorted().toArray();
        double[] entries = costs.stream().mapToDouble(Cost::entries).sorted().toArray();
        return new Cost(cpu[cpu.length / 2], entries[entries.length / 2]);
    }
}
