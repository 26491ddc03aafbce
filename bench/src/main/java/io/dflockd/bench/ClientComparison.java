package io.dflockd.bench;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.client.Lock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * The Java client beside the load generator in C and beside Redisson: pairs of acquire and release, each thread with a
 * lock of its own, everything measured once in turn in every round. Run by {@code bench/client}.
 */
final class ClientComparison {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MANY = 64;
    private static final double LOADGEN_GOAL = 0.8;
    private static final double REDISSON_GOAL = 3;
    private static final Pattern RATE = Pattern.compile("(\\d+) ops/s");

    private final int rounds;
    private final long nanos;
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    private ClientComparison(int rounds, double seconds) {
        this.rounds = rounds;
        this.nanos = (long) (seconds * 1e9);
    }

    /** Arguments: rounds, seconds, port of dflockd, the load generator, port of Redis or 0. */
    public static void main(String[] args) throws Exception {
        ClientComparison comparison = new ClientComparison(Integer.parseInt(args[0]), Double.parseDouble(args[1]));
        int redis = Integer.parseInt(args[4]);
        try (Dflockd dflockd = Dflockd.connect("127.0.0.1:" + args[2])) {
            RedissonClient redisson = redis == 0 ? null : redisson(redis);
            comparison.run(dflockd, redisson, List.of(args[3], "-p", args[2]));
            if (redisson != null) {
                redisson.shutdown();
            }
        }
        comparison.print(redis != 0);
        System.exit(comparison.goals(redis != 0).tell());
    }

    private static RedissonClient redisson(int port) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        return Redisson.create(config);
    }

    private void run(Dflockd dflockd, @org.jspecify.annotations.Nullable RedissonClient redisson, List<String> loadgen)
            throws Exception {
        IntFunction<Runnable> ours = number -> ours(dflockd.lock("bench-" + number));
        for (int round = -1; round < rounds; round++) { // the first one only warms up
            boolean counts = round >= 0;
            note("loadgen", loadgen(loadgen), counts);
            note("client-1", pairs(ours, 1), counts);
            note("client-64", pairs(ours, MANY), counts);
            if (redisson != null) {
                IntFunction<Runnable> theirs = number -> theirs(redisson.getLock("bench-" + number));
                note("redisson-1", pairs(theirs, 1), counts);
                note("redisson-64", pairs(theirs, MANY), counts);
            }
        }
    }

    private static Runnable ours(Lock lock) {
        return () -> {
            try (Grant grant = lock.acquire(PATIENCE)) {
                grant.ensureHeld();
            }
        };
    }

    @SuppressWarnings("LockNotBeforeTry") // there is nothing in between
    private static Runnable theirs(RLock lock) {
        return () -> {
            lock.lock();
            lock.unlock();
        };
    }

    private void note(String what, double rate, boolean counts) {
        if (counts) {
            rates.computeIfAbsent(what, unused -> new ArrayList<>()).add(rate);
        }
        System.err.printf("%-12s %8.0f requests/s%s%n", what, rate, counts ? "" : " (warming up)");
    }

    /** Requests a second of so many threads: two for each pair. */
    private double pairs(IntFunction<Runnable> pair, int threads) throws InterruptedException {
        long[] counts = new long[threads];
        long until = System.nanoTime() + nanos;
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Runnable work = pair.apply(i);
            all.add(new Thread(() -> {
                while (System.nanoTime() - until < 0) {
                    work.run();
                    counts[number]++;
                }
            }));
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
        return 2 * Arrays.stream(counts).sum() / (nanos / 1e9);
    }

    private double loadgen(List<String> command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(command);
        long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos));
        whole.addAll(List.of("-m", "lock", "-c", "1", "-d", "1", "-w", "0", "-t", String.valueOf(seconds)));
        Process process = new ProcessBuilder(whole)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        Matcher rate = RATE.matcher(line);
        if (process.waitFor() != 0 || !rate.find()) {
            throw new IllegalStateException("the load generator said: " + line);
        }
        return Double.parseDouble(rate.group(1));
    }

    private void print(boolean withRedis) {
        rates.forEach((what, all) -> System.out.printf("%-12s %8.0f requests/s%n", what, median(all)));
        System.out.printf("one thread beside loadgen: %.2f (goal %s)%n", ratio("client-1", "loadgen"), LOADGEN_GOAL);
        if (withRedis) {
            System.out.printf("one thread beside Redisson: %.2f%n", ratio("client-1", "redisson-1"));
            System.out.printf(
                    "64 threads beside Redisson: %.2f (goal %s)%n", ratio("client-64", "redisson-64"), REDISSON_GOAL);
        } else {
            System.out.println("64 threads beside Redisson: not measured, Redis is not installed");
        }
    }

    private Goals goals(boolean withRedis) {
        Goals goals = new Goals();
        goals.atLeast(LOADGEN_GOAL, "one thread beside loadgen", ratio("client-1", "loadgen"));
        if (withRedis) {
            goals.atLeast(REDISSON_GOAL, "64 threads beside Redisson", ratio("client-64", "redisson-64"));
        }
        return goals;
    }

    private double ratio(String one, String other) {
        return median(rates.getOrDefault(one, List.of())) / median(rates.getOrDefault(other, List.of()));
    }

    private static double median(List<Double> all) {
        return all.stream().sorted().skip(all.size() / 2).findFirst().orElse(Double.NaN);
    }
}
