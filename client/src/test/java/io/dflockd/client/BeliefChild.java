package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Several believers in a process of their own, each with its own client. Writes a line for each belief, and when it is
 * told to stop how often everything else happened.
 */
final class BeliefChild {
    static final String READY = "ready";
    static final String STOP = "stop";
    static final String COUNT = "count";
    static final String DONE = "done";
    static final String BELIEFS = "beliefs";

    private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();
    private volatile boolean stopped;

    private BeliefChild() {}

    /** The port of the register, a seed, the number of the first believer, and for each the address of its server. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BeliefChild child = new BeliefChild();
        int registerPort = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        int first = Integer.parseInt(arguments[2]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 3; i < arguments.length; i++) {
            int number = first + i - 3;
            Believer believer = new Believer(
                    number,
                    child.connect(arguments[i]),
                    new FencedRegister.Access(registerPort, number),
                    seed + number,
                    child::count);
            threads.add(new Thread(() -> child.run(believer), "believer " + number));
        }
        threads.forEach(Thread::start);
        System.out.println(READY);
        child.awaitStop();
        for (Thread thread : threads) {
            thread.interrupt(); // it may be waiting for its turn
        }
        for (Thread thread : threads) {
            thread.join();
        }
        child.counts.forEach((name, number) -> System.out.println(COUNT + " " + number + " " + name));
        System.out.println(DONE);
        System.exit(0);
    }

    private Dflockd connect(String server) {
        ClientMetrics metrics = new ClientMetrics() {
            @Override
            public void lost(LockKind kind, LossReason reason) {
                count("losses: " + reason);
            }
        };
        return connect(DflockdOptions.builder()
                .servers(server)
                .metrics(metrics)
                .answerTimeout(Duration.ofSeconds(2))
                .connectTimeout(Duration.ofSeconds(2))
                .releaseTimeout(Duration.ofMillis(500))
                .pingInterval(Duration.ofSeconds(1))
                .backoff(Duration.ofMillis(10), Duration.ofMillis(200))
                .build());
    }

    /** A machine that starts many processes at once is slow at first. */
    private static Dflockd connect(DflockdOptions options) {
        while (true) {
            try {
                return Dflockd.connect(options);
            } catch (ConnectionException late) {
                // no harm is done yet, so it will come
            }
        }
    }

    private void run(Believer believer) {
        try {
            believer.takeTurns(() -> !stopped, this::report);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void report(Belief belief) {
        System.out.println(belief.line());
        count(BELIEFS);
    }

    private void count(String name) {
        counts.merge(name, 1, Integer::sum);
    }

    private void awaitStop() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals(STOP); line = in.readLine()) {
            // nothing else is said to it
        }
        stopped = true;
    }
}
