package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens and fences: section 3 of PROTOCOL.md. */
final class FenceTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    @Pitfall("FE-02")
    void everyGrantOfEveryKindAndKeyDrawsTheNextFence() {
        List<Long> fences = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            fences.add(Grant.of(kind.ask(alice, kind.name())).fence());
        }

        assertThat(fences).containsExactly(1001L, 1002L, 1003L, 1004L, 1005L, 1006L, 1007L, 1008L, 1009L, 1010L);
    }

    @Test
    @Pitfall("FE-02")
    void nothingButAGrantDrawsAFence() {
        Grant held = Grant.of(alice.ask("l", "k", "0 60"));

        bob.send("l", "k", "0");
        bob.send("rl", "k", "0");
        bob.send("sl", "k", "9 2");
        bob.send("e", "k", "");
        bob.send("w", "k", "1");
        engine.passSeconds(1);
        alice.send("n", "k", held.token());
        alice.send("r", "k", held.token());
        alice.send("r", "k", held.token());

        Grant next = Grant.of(engine.client("next").ask("l", "k", "0"));
        assertThat(next.fence()).isEqualTo(held.fence() + 1);
    }

    @Test
    @Pitfall("FE-02")
    void noFenceIsDrawnTwiceInAnyHistory() {
        for (long seed = 0; seed < 50; seed++) {
            History history = new History(seed, new TestEngine());
            history.play(200);

            assertThat(history.tokens())
                    .as("seed %d", seed)
                    .isNotEmpty()
                    .doesNotHaveDuplicates()
                    .extracting(token -> token.substring(0, 16))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    @Pitfall("FE-04")
    void renewingAndCollectingKeepTheFence() {
        alice.send("fence", "_", "on");
        alice.answer();
        Grant told = Grant.of(alice.ask("e", "k", ""));
        String fence = " " + told.fence();

        assertThat(alice.ask("w", "k", "0")).isEqualTo("ok " + told.token() + " 33" + fence);
        assertThat(alice.ask("n", "k", told.token())).isEqualTo("ok 33" + fence);
        assertThat(alice.ask("rn", "k", told.token() + " 5")).isEqualTo("ok 5" + fence);
        assertThat(engine.stats()).contains("\"fence\":" + told.fence() + "}");
    }

    @Test
    void theFieldIsTheFirstHalfOfTheToken() {
        String answer = alice.ask("rl", "k", "0");

        assertThat(answer).endsWith(" 33 " + Grant.of(answer).fence());
    }

    @Test
    void isShownToThoseWhoAskedForItUntilTheyTakeItBack() {
        assertThat(alice.ask("l", "one", "0").split(" ", -1)).hasSize(3);
        assertThat(alice.ask("fence", "_", "on")).isEqualTo("ok");
        assertThat(alice.ask("l", "two", "0").split(" ", -1)).hasSize(4);
        assertThat(bob.ask("l", "three", "0").split(" ", -1)).hasSize(3);
        assertThat(alice.ask("fence", "_", "off")).isEqualTo("ok");
        assertThat(alice.ask("l", "four", "0").split(" ", -1)).hasSize(3);
    }

    @Test
    void isShownToAllWhereTheSettingsSaySo() {
        TestEngine open = new TestEngine(Settings.DEFAULT.withFenceField(true));
        TestClient client = open.client("client");

        assertThat(client.ask("l", "one", "0").split(" ", -1)).hasSize(4);
        assertThat(client.ask("fence", "_", "off")).isEqualTo("ok");
        assertThat(client.ask("l", "two", "0").split(" ", -1)).hasSize(3);
    }

    /** A parked request is answered as it was when it was sent. */
    @Test
    void theReplyOfAParkedRequestFollowsTheSwitchOfItsOwnTime() {
        Grant first = Grant.of(alice.ask("l", "k", "0"));
        bob.send("tag", "_", "on");
        bob.answer();
        bob.send("1 l", "k", "60");
        bob.send("2 fence", "_", "on");
        bob.answer();

        alice.send("r", "k", first.token());

        assertThat(bob.answer()).matches("1 ok [0-9a-f]{32} 33");
    }

    @Test
    @Pitfall("FE-05")
    void fencesBeyondTheSignedRangeAreUnsignedEverywhere() {
        TestEngine late = new TestEngine(Engine.alone(Settings.DEFAULT, Fence.after(Long.MAX_VALUE - 1)));
        TestClient client = late.client("client");

        String last = client.ask("rl", "book", "0");
        String first = client.ask("rl", "book", "0");
        client.send("l", "lock", "0");
        Grant lock = Grant.of(client.answer());

        assertThat(last).matches("ok 7fffffffffffffff[0-9a-f]{16} 33 9223372036854775807");
        assertThat(first).matches("ok 8000000000000000[0-9a-f]{16} 33 9223372036854775808");
        assertThat(lock.token()).startsWith("8000000000000001");
        assertThat(late.stats()).contains("\"fence\":9223372036854775809").contains("\"fence\":9223372036854775808");
        assertThat(client.ask("rn", "book", Grant.of(first).token())).isEqualTo("ok 33 9223372036854775808");
        assertThat(client.ask("r", "lock", lock.token())).isEqualTo("ok");
    }

    @Test
    @Pitfall("FE-05")
    void manySlotsWithFencesAroundTheSignedRangeAreAllFound() {
        TestEngine late = new TestEngine(Engine.alone(Settings.DEFAULT, Fence.after(Long.MAX_VALUE - 10)));
        TestClient client = late.client("client");
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            grants.add(Grant.of(client.ask("sl", "pool", "0 20")));
        }

        assertThat(grants).extracting(Grant::token).isSorted();
        for (Grant grant : grants) {
            assertThat(client.ask("sr", "pool", grant.token())).isEqualTo("ok");
        }
    }
}
