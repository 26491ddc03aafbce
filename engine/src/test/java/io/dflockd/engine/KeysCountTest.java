package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Data keys come and go a million times, and the limit counts exactly those that are there. */
@Pitfall("CK-10")
final class KeysCountTest {
    private static final int LIMIT = 24;
    private static final int NAMES = 16;
    private static final Pattern ROW = Pattern.compile("\\{\"key\":\"");

    private final TestEngine engine =
            new TestEngine(Settings.DEFAULT.withMaxKeys(LIMIT).withMaxIdle(Duration.ofSeconds(1))).unaudited();
    private final TestClient alice = engine.client("alice");
    private final TestClient popper = tagged("popper");
    private final TestClient[] pair = {tagged("first"), tagged("second")};
    private final Random random = new Random(10);

    private final Map<String, Long> values = new HashMap<>(); // when each ends
    private final Map<String, Integer> lists = new HashMap<>(); // how many items; -1 where somebody waits
    private final Set<String> barriers = new HashSet<>(); // where one of the pair waits
    private final Set<String> counters = new HashSet<>();
    private long tags;

    private TestClient tagged(String name) {
        TestClient client = engine.client(name);
        client.send("tag", "_", "on");
        client.answer();
        return client;
    }

    private int present() {
        values.values().removeIf(end -> end <= engine.nowNanos());
        return values.size() + lists.size() + barriers.size() + counters.size();
    }

    @Test
    void theLimitIsExactAfterAMillionRandomCreationsAndDeletions() {
        int refused = 0;
        for (int i = 0; i < 1_000_000; i++) {
            String name = "name" + random.nextInt(NAMES);
            refused += step(name) ? 1 : 0;
            if (i % 1_000 == 0) {
                assertThat(ROW.matcher(engine.stats()).results().count()).isEqualTo(present());
                Audit.check(engine.bare());
            }
        }
        assertThat(refused).as("the limit was met").isGreaterThan(10_000);

        fillUp();
    }

    /** One random step; whether the limit refused it, which must be what the model says. */
    private boolean step(String name) {
        return switch (random.nextInt(100)) {
            case 0 -> pass();
            case 1 -> forgetCounters();
            case 2, 3, 4, 5 -> count(name);
            default ->
                switch (random.nextInt(7)) {
                    case 0, 1 -> set(name);
                    case 2 -> delete(name);
                    case 3 -> push(name);
                    case 4 -> pop(name);
                    case 5 -> take(name);
                    default -> meet(name);
                };
        };
    }

    private boolean isRefused(String answer, boolean exists) {
        boolean refused = !exists && present() == LIMIT;
        assertThat(answer.endsWith("error_max_keys")).isEqualTo(refused);
        return refused;
    }

    private boolean pass() {
        engine.passMillis(random.nextInt(300));
        return false;
    }

    private boolean forgetCounters() {
        engine.passMillis(1_001);
        engine.collect();
        counters.clear();
        return false;
    }

    private boolean count(String name) {
        String answer = alice.ask("cset", name, "0");
        boolean refused = isRefused(answer, counters.contains(name));
        if (!refused) {
            counters.add(name);
        }
        return refused;
    }

    private boolean set(String name) {
        int seconds = random.nextInt(3);
        String value = random.nextBoolean() ? "x" : "\tx\t";
        boolean compares = value.startsWith("\t");
        present();
        boolean exists = values.containsKey(name);
        String answer =
                alice.ask(compares ? "kcas" : "kset", name, compares ? value + seconds : value + "\t" + seconds);
        boolean refused = isRefused(answer, exists);
        if (!refused && !(compares && exists)) {
            values.put(name, seconds == 0 ? Long.MAX_VALUE : engine.nowNanos() + seconds * 1_000_000_000L);
        }
        return refused;
    }

    private boolean delete(String name) {
        assertThat(alice.ask("kdel", name, "")).isEqualTo("ok");
        values.remove(name);
        return false;
    }

    private boolean push(String name) {
        String answer = alice.ask(random.nextBoolean() ? "lpush" : "rpush", name, "x");
        boolean refused = isRefused(answer, lists.containsKey(name));
        if (!refused) {
            change(name, 1);
        }
        heard(popper);
        return refused;
    }

    private void change(String name, int by) {
        lists.merge(name, by, Integer::sum);
        lists.remove(name, 0);
    }

    private boolean pop(String name) {
        if (alice.ask(random.nextBoolean() ? "lpop" : "rpop", name, "").startsWith("ok ")) {
            change(name, -1);
        }
        return false;
    }

    private boolean take(String name) {
        if (lists.getOrDefault(name, 0) < 0) {
            return false; // one who waits is enough
        }
        popper.send(++tags + " blpop", name, "9000000000");
        boolean refused = isRefused(String.join("", heard(popper)), lists.containsKey(name));
        if (!refused) {
            change(name, -1);
        }
        return refused;
    }

    private boolean meet(String name) {
        boolean waits = barriers.contains(name);
        TestClient client = pair[waits ? 1 : 0];
        client.send(++tags + " bwait", name, "2 9000000000");
        boolean refused = isRefused(String.join("", heard(client)), waits);
        if (waits) {
            barriers.remove(name);
            assertThat(heard(pair[0])).hasSize(1);
        } else if (!refused) {
            barriers.add(name);
        }
        return refused;
    }

    private void fillUp() {
        for (int free = LIMIT - present(); free > 0; free--) {
            assertThat(alice.ask("kset", "new" + free, "x")).isEqualTo("ok");
        }
        assertThat(alice.ask("kset", "one-too-many", "x")).isEqualTo("error_max_keys");
    }
}
