package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One lock in random histories, as its watchers see it: taken, given back, taken, given back. */
final class WatchHistoryTest {
    private static final Set<String> TAKEN = Set.of("watch acquire lock", "watch elect lock");
    private static final Set<String> GIVEN_BACK = Set.of("watch release lock", "watch resign lock");
    private static final int CLIENTS = 5;

    private final TestEngine engine = new TestEngine();
    private final TestClient watcher = engine.client("watcher");
    private final TestClient other = engine.client("other watcher");
    private final List<TestClient> clients = new ArrayList<>();
    private String lastToken = "none";
    private int grants;
    private int taken;
    private boolean held;

    @Test
    @Pitfall({"SW-05", "SW-06"})
    void watchersSeeEveryTakingAndGivingBackOnceAndInTurn() {
        int grants = 0;
        for (long seed = 0; seed < 100; seed++) {
            WatchHistoryTest history = new WatchHistoryTest();
            history.play(new Random(seed), seed);
            grants += history.grants;
        }
        assertThat(grants).isGreaterThan(2_000);
    }

    private void play(Random random, long seed) {
        watcher.ask("watch", "lock", "");
        other.ask("watch", ">", "");
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(engine.client("client " + i));
        }
        for (int i = 0; i < 150; i++) {
            step(random);
            requireAllSeen("seed " + seed + ", step " + i);
        }
    }

    private void step(Random random) {
        TestClient client = clients.get(random.nextInt(CLIENTS));
        String timeout = random.nextInt(4) + " ";
        String lease = "" + (1 + random.nextInt(4));
        switch (random.nextInt(12)) {
            case 0, 1 -> client.send("l", "lock", timeout + lease);
            case 2 -> client.send("sl", "lock", timeout + "1 " + lease);
            case 3, 4 -> client.send("elect", "lock", timeout + lease);
            case 5 -> client.send("r", "lock", lastToken);
            case 6 -> client.send("resign", "lock", lastToken);
            case 7 -> client.send("n", "lock", lastToken + " " + lease);
            case 8, 9 -> engine.passMillis(random.nextInt(2_500));
            case 10 -> engine.stallSeconds(random.nextInt(3));
            default -> leaveOrSweep(random);
        }
    }

    private void leaveOrSweep(Random random) {
        if (random.nextBoolean()) {
            engine.sweep();
        } else {
            int leaving = random.nextInt(CLIENTS);
            clients.get(leaving).disconnect();
            clients.set(leaving, engine.client("newcomer"));
        }
    }

    private void requireAllSeen(String when) {
        for (TestClient client : clients) {
            for (String line : heard(client)) {
                if (line.matches("ok [0-9a-f]{32} .*")) {
                    lastToken = Grant.of(line).token();
                    grants++;
                }
            }
        }
        List<String> events = heard(watcher);
        assertThat(heard(other)).as(when).isEqualTo(events);
        for (String event : events) {
            assertThat(event).as(when).isIn(held ? GIVEN_BACK : TAKEN);
            held = !held;
            taken += held ? 1 : 0;
        }
        assertThat(taken).as(when).isEqualTo(grants);
        assertThat(engine.census().holders()).as(when).isEqualTo(held ? 1 : 0);
    }
}
