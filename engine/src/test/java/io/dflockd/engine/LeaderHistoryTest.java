package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random campaigns: every leader is announced once, every loss once, in order, and to all observers alike. */
@Pitfall("EL-02")
final class LeaderHistoryTest {
    private static final long FIRST_FENCE = 1_001;

    /** Between two leaders there is one loss, and it comes first; E, F and R are the initials of the events. */
    private static final String LEGAL = "(E(FE|RFE)*R)*(E(FE|RFE)*)?";

    private static final class Campaign {
        final TestEngine engine = new TestEngine();
        final Random random;
        final List<TestClient> observers = List.of(engine.client("olga"), engine.client("otto"));
        final List<TestClient> candidates = new ArrayList<>();
        final List<String> tokens = new ArrayList<>(List.of("none"));

        Campaign(long seed) {
            random = new Random(seed);
            observers.forEach(observer -> observer.ask("observe", "post", ""));
            for (int i = 0; i < 4; i++) {
                candidates.add(newcomer());
            }
        }

        private TestClient newcomer() {
            TestClient client = engine.client("candidate");
            if (random.nextBoolean()) {
                client.ask("observe", "post", "");
            }
            return client;
        }

        void step() {
            int which = random.nextInt(candidates.size());
            TestClient candidate = candidates.get(which);
            String token = tokens.get(tokens.size() - 1);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> candidate.send("elect", "post", random.nextInt(5) + " " + (1 + random.nextInt(4)));
                case 3 -> candidate.send("resign", "post", token);
                case 4 -> candidate.send("r", "post", token);
                case 5 -> candidate.send("n", "post", token + " 2");
                case 6 -> {
                    candidate.disconnect();
                    candidates.set(which, newcomer());
                }
                case 7 -> engine.sweep();
                case 8 -> engine.stallSeconds(random.nextInt(3));
                default -> engine.passMillis(random.nextInt(2_000));
            }
            candidates.forEach(this::noteTokens);
        }

        private void noteTokens(TestClient candidate) {
            for (String line : heard(candidate)) {
                if (line.matches("ok [0-9a-f]{32} .*")) {
                    tokens.add(Grant.of(line).token());
                }
            }
        }

        /** What each observer has heard, as initials. */
        List<String> events() {
            return observers.stream()
                    .map(observer -> heard(observer).stream()
                            .map(line -> line.substring("leader ".length(), "leader ".length() + 1))
                            .collect(Collectors.joining())
                            .toUpperCase(java.util.Locale.ROOT))
                    .toList();
        }
    }

    @Test
    void tellsObserversTheWholeStory() {
        for (long seed = 0; seed < 500; seed++) {
            Campaign campaign = new Campaign(seed);
            for (int i = 0; i < 100; i++) {
                campaign.step();
            }
            campaign.engine.passTime();
            campaign.engine.sweep();

            List<String> events = campaign.events();
            String story = events.get(0);
            boolean led = campaign.engine.census().holders() == 1;
            long grants =
                    Grant.of(campaign.observers.get(0).ask("l", "other", "0")).fence() - FIRST_FENCE;
            assertThat(events).as("seed %d", seed).containsOnly(story);
            assertThat(story).as("seed %d", seed).matches(LEGAL);
            assertThat(story.chars().filter(each -> each == 'E').count())
                    .as("seed %d", seed)
                    .isEqualTo(grants);
            assertThat(!story.isEmpty() && !story.endsWith("R"))
                    .as("seed %d: %s", seed, story)
                    .isEqualTo(led);
        }
    }
}
