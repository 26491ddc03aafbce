package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many keys may be in use: {@code --max-locks} in 4.11 of PROTOCOL.md. */
final class LimitsTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxLocks(3));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @EnumSource
    @Pitfall("LM-09")
    void asManyKeysAsAllowedAreInUseWhateverTheirKind(Kind kind) {
        alice.send("l", "one", "0");
        alice.send("wl", "two", "0");
        alice.send("se", "three", "5");

        assertThat(kind.ask(bob, "four")).isEqualTo("error_max_locks");

        assertThat(engine.census().resources()).isEqualTo(3);
        assertThat(bob.ask("w", "four", "0")).isEqualTo("error_not_enqueued");
    }

    @Test
    @Pitfall("LM-09")
    void theLimitConcernsOnlyOtherKeys() {
        alice.send("l", "one", "0");
        alice.send("l", "two", "0");
        alice.send("sl", "three", "0 2");

        assertThat(bob.ask("sl", "three", "0 2")).startsWith("ok ");
        assertThat(bob.ask("l", "one", "0")).isEqualTo("timeout");
    }

    enum Freeing {
        RELEASE,
        REFUSED_RENEWAL,
        SWEEP,
        DISCONNECT
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("LM-09")
    void aKeyThatFallsFreeMakesRoomForTheVeryNext(Freeing freeing) {
        Grant grant = Grant.of(alice.ask("l", "one", "0 5"));
        bob.send("l", "two", "0 100");
        bob.send("l", "three", "0 100");
        TestClient next = engine.client("next");
        assertThat(next.ask("l", "four", "0")).isEqualTo("error_max_locks");

        switch (freeing) {
            case RELEASE -> alice.send("r", "one", grant.token());
            case REFUSED_RENEWAL -> {
                engine.passSeconds(5);
                alice.send("n", "one", grant.token());
            }
            case SWEEP -> {
                engine.passSeconds(5);
                engine.sweep();
            }
            case DISCONNECT -> alice.disconnect();
        }

        assertThat(next.ask("l", "four", "0")).startsWith("ok ");
        assertThat(next.ask("l", "five", "0")).isEqualTo("error_max_locks");
    }

    @Test
    @Pitfall("LM-10")
    void keysThatNobodyUsesDoNotCount() {
        alice.send("l", "one", "0");
        alice.send("l", "two", "0");
        alice.answer();
        alice.answer();

        for (int i = 0; i < 100; i++) {
            useOnce("brief" + i);
        }

        assertThat(engine.census().inUse()).isEqualTo(2);
    }

    @Test
    @Pitfall("LM-10")
    void atMostAsManyIdleKeysAreShownAsMayBeInUseTheLatestOfThem() {
        for (int i = 0; i < 10; i++) {
            engine.passSeconds(1);
            useOnce("k" + i);
        }

        assertThat(engine.stats())
                .contains(
                        "\"idle_locks\":[{\"key\":\"k7\",\"idle_s\":2.000},{\"key\":\"k8\",\"idle_s\":1.000},{\"key\":\"k9\",\"idle_s\":0.000}]");
    }

    @Test
    @Pitfall("LM-10")
    void idleKeysAreForgottenTheLongestIdleFirstBeforeTheyPileUp() {
        for (int i = 0; i < 10_000; i++) {
            engine.passMillis(1);
            useOnce("k" + i);
        }

        assertThat(engine.census().idle()).isLessThanOrEqualTo(3 + 64 + 1);
        assertThat(engine.stats()).contains("\"k9997\"").contains("\"k9998\"").contains("\"k9999\"");
    }

    private void useOnce(String key) {
        Grant grant = Grant.of(alice.ask("l", key, "0"));
        assertThat(alice.ask("r", key, grant.token())).isEqualTo("ok");
    }
}
