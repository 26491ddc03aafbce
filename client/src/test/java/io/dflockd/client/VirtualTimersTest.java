package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimersTest {
    private final VirtualTimers timers = new VirtualTimers();
    private final List<String> done = new ArrayList<>();

    @Test
    void runsTasksInTheOrderOfTheirInstantsAndNotBefore() {
        after(20, () -> done.add("second"));
        after(10, () -> done.add("first"));
        after(20, () -> done.add("third"));

        timers.pass(Duration.ofMillis(19));
        assertThat(done).containsExactly("first");

        timers.pass(Duration.ofMillis(1));
        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void aTaskSeesTheInstantItWasMeantForAndItsOwnTasksRunInTheSamePass() {
        long start = timers.nanoTime();
        after(600, () -> after(600, () -> done.add((timers.nanoTime() - start) / 1_000_000 + " ms")));

        timers.pass(Duration.ofSeconds(2));

        assertThat(done).containsExactly("1200 ms");
        assertThat(timers.nanoTime() - start).isEqualTo(2_000_000_000L);
        assertThat(timers.nanoTime()).as("it has passed the largest number").isNegative();
    }

    @Test
    void aTaskThatWasTakenBackOrThatTheClockJumpedOverDoesNotRun() {
        after(10, () -> done.add("taken back")).cancel();
        after(10, () -> done.add("jumped over"));

        timers.freeze(Duration.ofSeconds(1));
        assertThat(done).isEmpty();

        timers.pass(Duration.ZERO);
        assertThat(done).containsExactly("jumped over");
    }

    private Timers.Timer after(long millis, Runnable task) {
        return timers.after(Duration.ofMillis(millis).toNanos(), task);
    }
}
