package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many subscriptions a session may have: 4.11 of PROTOCOL.md. */
final class SubscriptionLimitTest {
    private static final int LIMIT = 3;

    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxSubscriptions(LIMIT));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private void fill() {
        assertThat(alice.ask("listen", "a", "")).isEqualTo("ok");
        assertThat(alice.ask("watch", "a", "")).isEqualTo("ok");
        assertThat(alice.ask("observe", "a", "")).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource({"listen, b, ''", "listen, a, g", "watch, b, ''", "observe, b, ''", "watch, *, ''", "listen, >, g"})
    @Pitfall("SW-10")
    void allThreeKindsShareOneBudget(String command, String name, String argument) {
        fill();

        assertThat(alice.ask(command, name, argument)).isEqualTo("error");
    }

    @Test
    @Pitfall("SW-10")
    void whatWasRefusedIsNotSubscribed() {
        fill();
        alice.ask("listen", "b", "");
        alice.ask("watch", "b", "");
        alice.ask("observe", "b", "");

        assertThat(bob.ask("signal", "b", "x")).isEqualTo("ok 0");
        bob.ask("elect", "b", "0");

        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("SW-10")
    void repeatingASubscriptionIsFreeAlsoAtTheLimit() {
        fill();

        fill();
        fill();

        assertThat(alice.ask("unwatch", "a", "")).isEqualTo("ok");
        assertThat(alice.ask("watch", "b", "")).isEqualTo("ok");
        assertThat(alice.ask("watch", "c", "")).isEqualTo("error");
    }

    @ParameterizedTest
    @CsvSource({
        "unlisten, b, ''",
        "unlisten, a, g",
        "unlisten, *, ''",
        "unwatch, b, ''",
        "unwatch, *, ''",
        "unobserve, b, ''",
        "unlisten, a*, ''",
        "unwatch, >.a, ''"
    })
    @Pitfall("SW-10")
    void takingBackWhatIsNotThereMakesNoRoom(String command, String name, String argument) {
        fill();

        assertThat(alice.ask(command, name, argument)).isEqualTo("ok");

        assertThat(alice.ask("watch", "c", "")).isEqualTo("error");
    }

    @Test
    @Pitfall("SW-10")
    void takingBackTwiceMakesRoomOnce() {
        fill();

        alice.ask("unobserve", "a", "");
        alice.ask("unobserve", "a", "");

        assertThat(alice.ask("listen", "b", "")).isEqualTo("ok");
        assertThat(alice.ask("listen", "c", "")).isEqualTo("error");
    }

    @Test
    @Pitfall("SW-10")
    void aLeaderThatNeverObservedHasNothingToTakeBack() {
        fill();
        Grant grant = Grant.of(alice.ask("elect", "b", "0"));

        alice.ask("unobserve", "b", "");
        alice.ask("resign", "b", grant.token());

        assertThat(alice.ask("watch", "c", "")).isEqualTo("error");
    }

    @Test
    @Pitfall("SW-10")
    void aMalformedPatternCostsNothing() {
        for (int i = 0; i < 10; i++) {
            alice.ask("listen", "a*", "");
            alice.ask("watch", ">.a", "");
        }

        fill();
    }

    @Test
    void everySessionHasABudgetOfItsOwn() {
        fill();

        assertThat(bob.ask("listen", "a", "")).isEqualTo("ok");
        assertThat(bob.ask("listen", "a", "g")).isEqualTo("ok");
        assertThat(bob.ask("listen", "a", "h")).isEqualTo("ok");
        assertThat(bob.ask("listen", "a", "i")).isEqualTo("error");
    }

    @Test
    void zeroIsNoLimit() {
        TestEngine open = new TestEngine().unaudited();
        TestClient client = open.client("client");

        for (int i = 0; i < 5_000; i++) {
            assertThat(client.ask("listen", "l." + i, "")).isEqualTo("ok");
            assertThat(client.ask("watch", "w." + i, "")).isEqualTo("ok");
            assertThat(client.ask("observe", "o." + i, "")).isEqualTo("ok");
        }
    }

    @Test
    @Pitfall("SW-10")
    void theCountIsThatOfDistinctSubscriptionsInAnyHistory() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            TestClient client = engine.client("client");
            Set<String> distinct = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                String kind = pick(random, "listen", "watch", "observe");
                String name = pick(random, "a", "b", "*", "a.>");
                String group = kind.equals("listen") ? pick(random, "", "g") : "";
                String subscription = kind + " " + name + " " + group;
                String as = "seed " + seed + ", step " + i;
                if (random.nextInt(3) == 0) {
                    assertThat(client.ask("un" + kind, name, group)).as(as).isEqualTo("ok");
                    distinct.remove(subscription);
                } else {
                    boolean fits = distinct.contains(subscription) || distinct.size() < LIMIT;
                    assertThat(client.ask(kind, name, group)).as(as).isEqualTo(fits ? "ok" : "error");
                    if (fits) {
                        distinct.add(subscription);
                    }
                }
            }
        }
    }

    private static String pick(Random random, String... words) {
        return words[random.nextInt(words.length)];
    }
}
