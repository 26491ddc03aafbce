package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rows of channels in the stats object: 2.15 of PROTOCOL.md. */
final class SubscriptionStatsTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private void assertChannels(String signalRows, String watchRows) {
        assertThat(engine.stats())
                .endsWith(",\"signal_channels\":[" + signalRows + "],\"watch_channels\":[" + watchRows
                        + "],\"barriers\":[]}");
    }

    @Test
    void countListenersPerPatternAndGroup() {
        alice.ask("listen", "ch", "");
        bob.ask("listen", "ch", "");
        bob.ask("listen", "ch", "g");

        assertChannels("{\"pattern\":\"ch\",\"listeners\":2},{\"pattern\":\"ch\",\"group\":\"g\",\"listeners\":1}", "");
    }

    @Test
    void countWatchersPerPattern() {
        alice.ask("watch", "k", "");
        bob.ask("watch", "k", "");
        bob.ask("watch", "k.>", "");

        assertChannels("", "{\"pattern\":\"k\",\"watchers\":2},{\"pattern\":\"k.>\",\"watchers\":1}");
    }

    @Test
    void showNoObservers() {
        String before = engine.stats();

        alice.ask("observe", "e", "");

        assertThat(engine.stats()).isEqualTo(before);
    }

    @Test
    void countARepeatedSubscriptionOnce() {
        alice.ask("listen", "ch", "g");
        alice.ask("listen", "ch", "g");
        alice.ask("watch", "ch", "");
        alice.ask("watch", "ch", "");

        assertChannels("{\"pattern\":\"ch\",\"group\":\"g\",\"listeners\":1}", "{\"pattern\":\"ch\",\"watchers\":1}");
    }

    @Test
    void forgetARowWithItsLastSubscriber() {
        alice.ask("listen", "ch", "");
        bob.ask("listen", "ch", "");
        alice.ask("watch", "k.*", "");
        bob.ask("watch", "k.*", "");

        alice.ask("unlisten", "ch", "");
        alice.ask("unwatch", "k.*", "");
        assertChannels("{\"pattern\":\"ch\",\"listeners\":1}", "{\"pattern\":\"k.*\",\"watchers\":1}");
        bob.disconnect();

        assertChannels("", "");
    }

    @Test
    void areSortedByPatternAndThenByGroup() {
        for (String pattern : new String[] {"b", ">", "a.b", "\ufffd", "a", "\ud83d\ude00", "*", "a.*"}) {
            alice.ask("watch", pattern, "");
            alice.ask("listen", pattern, "");
        }
        alice.ask("listen", "a", "z");
        alice.ask("listen", "a", "g");

        assertThat(engine.stats())
                .containsSubsequence(
                        "\"signal_channels\":",
                        row("*"),
                        row(">"),
                        row("a"),
                        "{\"pattern\":\"a\",\"group\":\"g\"",
                        "{\"pattern\":\"a\",\"group\":\"z\"",
                        row("a.*"),
                        row("a.b"),
                        row("b"),
                        row("\ufffd"),
                        row("\ud83d\ude00"),
                        "\"watch_channels\":",
                        row("*"),
                        row(">"),
                        row("a"),
                        row("a.*"),
                        row("a.b"),
                        row("b"),
                        row("\ufffd"),
                        row("\ud83d\ude00"));
    }

    private static String row(String pattern) {
        return "{\"pattern\":\"" + pattern + "\",";
    }

    @Test
    void escapeWhatJsonDemands() {
        alice.ask("listen", "\"\\", "my \"group\"\u0001");

        assertChannels("{\"pattern\":\"\\\"\\\\\",\"group\":\"my \\\"group\\\"\\u0001\",\"listeners\":1}", "");
    }

    @Test
    void equalTheTruthAfterEveryStep() {
        Random random = new Random(11);
        Map<String, Set<TestClient>> listeners = new TreeMap<>(); // by pattern, a blank and the group
        Map<String, Set<TestClient>> watchers = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            TestClient client = random.nextBoolean() ? alice : bob;
            String pattern = pick(random, "a", "b", "a.b", "*", "a.*", ">", "*.>");
            String group = pick(random, "", "g", "h");
            boolean add = random.nextBoolean();
            if (random.nextBoolean()) {
                client.ask(add ? "listen" : "unlisten", pattern, group);
                change(listeners, pattern + " " + group, client, add);
            } else {
                client.ask(add ? "watch" : "unwatch", pattern, "");
                change(watchers, pattern + " ", client, add);
            }

            assertChannels(rows(listeners, "listeners"), rows(watchers, "watchers"));
        }
    }

    private static void change(Map<String, Set<TestClient>> all, String row, TestClient client, boolean add) {
        Set<TestClient> clients = all.computeIfAbsent(row, none -> new HashSet<>());
        if (add) {
            clients.add(client);
        } else {
            clients.remove(client);
        }
        all.values().removeIf(Set::isEmpty);
    }

    private static String rows(Map<String, Set<TestClient>> all, String count) {
        return all.entrySet().stream()
                .map(row -> {
                    String[] names = row.getKey().split(" ", 2);
                    String group = names[1].isEmpty() ? "" : "\"group\":\"" + names[1] + "\",";
                    return "{\"pattern\":\"" + names[0] + "\"," + group + "\"" + count + "\":"
                            + row.getValue().size() + "}";
                })
                .collect(Collectors.joining(","));
    }

    private static String pick(Random random, String... words) {
        return words[random.nextInt(words.length)];
    }
}
