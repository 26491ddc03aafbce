package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a runtime can ask about the future, so that it need not look in vain. */
final class ForesightTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Engine bare = Engine.alone(Settings.DEFAULT, Fence.after(0));
    private final TestEngine engine = new TestEngine(bare);
    private final TestClient alice = engine.client("alice");

    @Test
    void anEmptyEngineHasNothingToDo() {
        assertThat(bare.nextNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(bare.hasLapsed()).isFalse();
        assertThat(bare.idleSinceNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLeaseIsDueAtItsEndAndThenToBeSwept() {
        alice.send("l", "k", "0 5");
        long end = engine.nowNanos() + 5 * SECOND;

        assertThat(bare.nextNanos()).isEqualTo(end);
        assertThat(bare.hasLapsed()).isFalse();

        engine.passSeconds(5);
        assertThat(bare.nextNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(bare.hasLapsed()).isTrue();

        engine.sweep();
        assertThat(bare.hasLapsed()).isFalse();
        assertThat(bare.idleSinceNanos()).isEqualTo(end);
    }

    @Test
    void aCounterAtZeroIsIdle() {
        alice.send("incr", "hits", "1");
        assertThat(bare.idleSinceNanos()).isEqualTo(Long.MAX_VALUE);

        alice.send("decr", "hits", "1");

        assertThat(bare.idleSinceNanos()).isEqualTo(engine.nowNanos());
    }
}
