package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random patterns and names of few letters, against regular expressions that say the same. */
final class PatternHistoryTest {
    private static final int CLIENTS = 12;
    private static final Pattern VALID = Pattern.compile("(([^.*>]*|\\*)\\.)*([^.*>]*|\\*|>)");

    private static boolean matches(String pattern, String name) {
        return name.matches(pattern.replace(".", "\\.").replace("*", "[^.]*").replace(">", ".*"));
    }

    /** A client and what it has subscribed to, as the test believes. */
    private static final class Subscriber {
        final TestClient client;
        final Set<String> patterns = new LinkedHashSet<>();

        Subscriber(TestClient client) {
            this.client = client;
        }

        boolean expects(String name) {
            return patterns.stream().anyMatch(pattern -> matches(pattern, name));
        }
    }

    /** One engine, somebody who tells it names, and those who subscribe to patterns. */
    private static final class Audience {
        final Random random;
        final TestEngine engine = new TestEngine().unaudited();
        final TestClient teller = engine.client("teller");
        final List<Subscriber> subscribers = new ArrayList<>();

        Audience(long seed) {
            random = new Random(seed);
            for (int i = 0; i < CLIENTS; i++) {
                subscribers.add(new Subscriber(engine.client("subscriber " + i)));
            }
        }

        Subscriber anyone() {
            return subscribers.get(random.nextInt(CLIENTS));
        }

        String anyPattern() {
            return anyOf("aab...**>");
        }

        String anyName() {
            return anyOf("aab...");
        }

        private String anyOf(String letters) {
            return random.ints(1 + random.nextInt(5), 0, letters.length())
                    .mapToObj(i -> letters.substring(i, i + 1))
                    .collect(Collectors.joining());
        }
    }

    @ParameterizedTest
    @CsvSource({"listen, signal, sig %s x", "watch, kset, watch kset %s"})
    @Pitfall({"SW-09", "SW-11"})
    void exactlyThoseAreToldOfANameWhosePatternsMatchIt(String subscribe, String tell, String push) {
        int told = 0;
        for (long seed = 0; seed < 40; seed++) {
            Audience audience = new Audience(seed);
            for (int step = 0; step < 400; step++) {
                int dice = audience.random.nextInt(10);
                if (dice < 2) {
                    unsubscribe(audience, "un" + subscribe);
                } else if (dice < 5) {
                    subscribe(audience, subscribe);
                } else {
                    String name = audience.anyName();
                    assertThat(audience.teller.ask(tell, name, "x")).startsWith("ok");
                    told += requireToldExactly(audience, name, push.formatted(name));
                }
            }
        }
        assertThat(told).isGreaterThan(10_000);
    }

    private static void subscribe(Audience audience, String command) {
        Subscriber one = audience.anyone();
        String pattern = audience.anyPattern();
        boolean valid = VALID.matcher(pattern).matches();

        assertThat(one.client.ask(command, pattern, "")).as(pattern).isEqualTo(valid ? "ok" : "error");

        if (valid) {
            one.patterns.add(pattern);
        }
    }

    private static void unsubscribe(Audience audience, String command) {
        Subscriber one = audience.anyone();
        String pattern = one.patterns.stream().findFirst().orElse("none");

        assertThat(one.client.ask(command, pattern, "")).isEqualTo("ok");

        one.patterns.remove(pattern);
    }

    private static int requireToldExactly(Audience audience, String name, String push) {
        int told = 0;
        for (Subscriber each : audience.subscribers) {
            boolean expected = each.expects(name);
            assertThat(heard(each.client))
                    .as("%s, of %s", name, each.patterns)
                    .isEqualTo(expected ? List.of(push) : List.of());
            told += expected ? 1 : 0;
        }
        return told;
    }

    /** Invariant 8 of section 4.18, with groups and without. */
    @Test
    @Pitfall({"SW-07", "SW-08"})
    void theCountOfReceiversIsThatOfTheLinesThatWereSent() {
        Audience audience = new Audience(1);
        Set<List<String>> groups = new LinkedHashSet<>(); // pattern and group
        for (int step = 0; step < 3_000; step++) {
            String pattern = audience.anyPattern();
            String name = audience.anyName();
            if (step % 4 == 0 && VALID.matcher(pattern).matches()) {
                audience.anyone().client.ask("listen", pattern, "g" + step % 3);
                groups.add(List.of(pattern, "g" + step % 3));
            } else if (step % 4 == 1) {
                subscribe(audience, "listen");
            }

            String answer = audience.teller.ask("signal", name, "x");

            long plain = audience.subscribers.stream()
                    .filter(each -> each.expects(name))
                    .count();
            long grouped =
                    groups.stream().filter(group -> matches(group.get(0), name)).count();
            int lines = audience.subscribers.stream()
                    .mapToInt(each -> heard(each.client).size())
                    .sum();
            assertThat(answer).isEqualTo("ok " + lines);
            assertThat(lines).isEqualTo((int) (plain + grouped));
        }
    }
}
