package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Stats against a semaphore that is told as simply as it can be: a list of holders and a list of waiters. */
final class StatsHistoryTest {
    private static final int LIMIT = 3;
    private static final long NANOS = 1_000_000_000L;

    /** Someone who holds or waits until an instant. */
    private static final class Place {
        final TestClient client;
        final long leaseSeconds;
        long untilNanos;

        Place(TestClient client, long leaseSeconds, long untilNanos) {
            this.client = client;
            this.leaseSeconds = leaseSeconds;
            this.untilNanos = untilNanos;
        }
    }

    private final TestEngine engine = new TestEngine();
    private final List<Place> holders = new ArrayList<>();
    private final List<Place> waiters = new ArrayList<>();
    private int connections;
    private long lastActivityNanos = -1;

    @Test
    @Pitfall("SE-07")
    void equalTheTruthAfterEveryStep() {
        for (long seed = 0; seed < 100; seed++) {
            new StatsHistoryTest().play(new Random(seed), seed);
        }
    }

    private void play(Random random, long seed) {
        for (int i = 0; i < 100; i++) {
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> arrive(random.nextInt(5), 1 + random.nextInt(6));
                case 3 -> pick(holders, random).ifPresent(this::release);
                case 4 -> pass(random.nextInt(3));
                default ->
                    pick(random.nextBoolean() ? holders : waiters, random).ifPresent(this::disconnect);
            }

            assertThat(engine.stats()).as("seed %d, step %d", seed, i).isEqualTo(expected());
        }
    }

    private static Optional<Place> pick(List<Place> places, Random random) {
        return places.isEmpty() ? Optional.empty() : Optional.of(places.get(random.nextInt(places.size())));
    }

    private void arrive(long timeoutSeconds, long leaseSeconds) {
        TestClient client = engine.client("client");
        client.send("sl", "pool", timeoutSeconds + " " + LIMIT + " " + leaseSeconds);
        connections++;
        lastActivityNanos = engine.nowNanos();
        waiters.add(new Place(client, leaseSeconds, engine.nowNanos() + timeoutSeconds * NANOS));
        serve(engine.nowNanos());
        waiters.removeIf(waiter -> waiter.untilNanos == engine.nowNanos());
    }

    private void release(Place holder) {
        holder.client.send("sr", "pool", Grant.of(holder.client.answer()).token());
        holders.remove(holder);
        lastActivityNanos = engine.nowNanos();
        serve(engine.nowNanos());
    }

    private void disconnect(Place leaving) {
        leaving.client.disconnect();
        connections--;
        holders.remove(leaving);
        waiters.remove(leaving);
        lastActivityNanos = engine.nowNanos();
        serve(engine.nowNanos());
    }

    /** Second by second: at each, leases end first, then the queue is served, then patience ends. */
    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            engine.passSeconds(1);
            engine.sweep();
            long now = engine.nowNanos();
            if (holders.removeIf(holder -> holder.untilNanos == now)) {
                lastActivityNanos = now;
            }
            serve(now);
            waiters.removeIf(waiter -> waiter.untilNanos == now);
        }
    }

    private void serve(long nowNanos) {
        while (!waiters.isEmpty() && holders.size() < LIMIT) {
            Place next = waiters.remove(0);
            next.untilNanos = nowNanos + next.leaseSeconds * NANOS;
            holders.add(next);
        }
    }

    private String expected() {
        String used = "";
        String idle = "";
        if (!holders.isEmpty()) {
            used = "{\"key\":\"pool\",\"limit\":" + LIMIT + ",\"holders\":" + holders.size() + ",\"waiters\":"
                    + waiters.size() + "}";
        } else if (lastActivityNanos >= 0) {
            double seconds = (engine.nowNanos() - lastActivityNanos) / (double) NANOS;
            idle = String.format(Locale.ROOT, "{\"key\":\"pool\",\"idle_s\":%.3f}", seconds);
        }
        return "{\"connections\":" + connections + ",\"locks\":[],\"semaphores\":[" + used
                + "],\"rw_locks\":[],\"idle_locks\":[],\"idle_semaphores\":[" + idle
                + "],\"counters\":[],\"kv_entries\":[],\"lists\":[],\"signal_channels\":[],\"watch_channels\":[],"
                + "\"barriers\":[]}";
    }
}
