package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The last arrival, timeouts, cancels and disconnects at the same instants: all pass, or nobody does. */
@Pitfall("BA-03")
final class BarrierRaceTest {
    private static final int RACES = 100_000;
    private static final int STEPS = 12;

    private final TestEngine engine = new TestEngine().unaudited();

    /** One race: more clients than the barrier needs, and what happens to them in an order of chance. */
    private final class Race {
        final long seed;
        final Random random;
        final int count;
        final List<TestClient> clients = new ArrayList<>();
        final Map<TestClient, Long> waiting = new HashMap<>(); // with the tag of its wait
        long tags;
        int passed; // in the present step
        int sentAway; // of those who waited before it

        Race(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.count = 2 + random.nextInt(3);
            for (int i = 0; i <= count; i++) {
                TestClient client = engine.client("client " + i);
                client.send("tag", "_", "on");
                client.answer();
                clients.add(client);
            }
        }

        /** How many times somebody passed. */
        int run() {
            int trips = 0;
            for (int i = 0; i < STEPS; i++) {
                Set<TestClient> before = new HashSet<>(waiting.keySet());
                boolean departed = step();
                hear(before);
                check(before, departed);
                trips += passed > 0 ? 1 : 0;
            }
            engine.passSeconds(3);
            hear(Set.of());
            assertThat(waiting).as("seed %d: every wait ends", seed).isEmpty();
            clients.forEach(TestClient::disconnect);
            return trips;
        }

        /** Whether one of the waiting went on purpose. */
        private boolean step() {
            TestClient client = clients.get(random.nextInt(clients.size()));
            switch (random.nextInt(12)) {
                case 0 -> engine.passSeconds(1);
                case 1 -> engine.stallSeconds(1);
                case 2 -> engine.passMillis(500);
                case 3 -> {
                    return cancel(client);
                }
                case 4 -> {
                    return disconnect(client);
                }
                default -> arrive(client);
            }
            return false;
        }

        private void arrive(TestClient client) {
            if (!client.isClosed() && !waiting.containsKey(client)) {
                waiting.put(client, ++tags);
                client.send(tags + " bwait", "start", count + " " + random.nextInt(3));
            }
        }

        private boolean cancel(TestClient client) {
            Long tag = waiting.get(client);
            if (tag != null) {
                client.send(++tags + " cancel", "_", "" + tag);
            }
            return tag != null;
        }

        private boolean disconnect(TestClient client) {
            client.disconnect();
            return waiting.remove(client) != null;
        }

        private void hear(Set<TestClient> before) {
            passed = 0;
            sentAway = 0;
            for (TestClient client : clients) {
                for (String line : heard(client)) {
                    if (line.startsWith(waiting.get(client) + " ")) {
                        waiting.remove(client);
                        passed += line.endsWith(" ok") ? 1 : 0;
                        sentAway += line.endsWith(" timeout") && before.contains(client) ? 1 : 0;
                    }
                }
            }
        }

        private void check(Set<TestClient> before, boolean departed) {
            assertThat(passed).as("seed %d: all or none", seed).isIn(0, count);
            if (passed > 0) {
                assertThat(sentAway).as("seed %d: all of them", seed).isZero();
                assertThat(waiting).as("seed %d: all who waited", seed).isEmpty();
            }
            if (sentAway > 0 || departed) {
                before.retainAll(waiting.keySet());
                assertThat(before)
                        .as("seed %d: a departure is that of all", seed)
                        .isEmpty();
            }
            assertThat(waiting.size()).as("seed %d: enough is enough", seed).isLessThan(count);
        }
    }

    @Test
    void everyRaceEndsTheSameWayForAll() {
        int trips = 0;
        for (long seed = 0; seed < RACES; seed++) {
            trips += new Race(seed).run();
        }

        assertThat(trips).as("races in which somebody passed").isGreaterThan(RACES / 10);
        assertThat(engine.stats()).contains("\"barriers\":[]");
        assertThat(engine.census().isQuiet()).isTrue();
    }
}
