package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    private static final Purpose PURPOSE = new Purpose("lock 'orders'", "nothing is held", Clients.LONG);

    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final Waiting waiting = new Waiting(() -> false, callbacks::add);
    private final CompletableFuture<String> work = new CompletableFuture<>();
    private final List<String> unwanted = new ArrayList<>();

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void theClientsOwnThreadMustNotWait() {
        Waiting onOwnThread = new Waiting(() -> true, callbacks::add);

        assertThatIllegalStateException()
                .isThrownBy(() -> onOwnThread.await(work, PURPOSE))
                .withMessageContaining("own thread");
    }

    @Test
    @Pitfall("CL-15")
    void anInterruptEndsTheWaitCancelsTheWorkAndStaysSet() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> waiting.await(work, PURPOSE))
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessage("lock 'orders': interrupted while waiting; nothing is held");

        assertThat(work).isCancelled();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Pitfall("CL-16")
    void whatNeverEndsIsGivenUp() {
        Purpose overdue = new Purpose("lock 'orders'", "nothing is held", SHORT);

        assertThatThrownBy(() -> waiting.await(work, overdue))
                .isInstanceOf(DflockdException.class)
                .hasMessageMatching("lock 'orders': given up after \\d+ s without a result; nothing is held");

        assertThat(work).isCancelled();
    }

    @Test
    void theEndOfTheClientEndsWhateverIsStillOpen() {
        CompletableFuture<String> outside = waiting.handOver(work);
        Worker<String> blocked = Worker.start(() -> waiting.await(new CompletableFuture<>(), PURPOSE));

        Patience.eventually().until(() -> {
            waiting.close();
            return blocked.isDone();
        });

        runCallbacks();
        assertThat(blocked.failure()).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(outside::join).hasCauseInstanceOf(ClientClosedException.class);
    }

    @Test
    @Pitfall("CL-05")
    void aResultThatIsThereWinsOverAnInterrupt() {
        CompletableFuture<String> justDone = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                complete("grant"); // between the interrupt and the cancellation
                return super.cancel(mayInterrupt) && isCancelled();
            }
        };
        Thread.currentThread().interrupt();

        assertThat(waiting.await(justDone, PURPOSE)).isEqualTo("grant");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aFailureIsThrownAsItIsWithTheStackOfWhoeverWaited() {
        LockTimeoutException late = failedElsewhere();
        work.completeExceptionally(late);

        assertThatThrownBy(() -> waiting.await(work, PURPOSE)).isSameAs(late);

        assertThat(Arrays.stream(late.getStackTrace()).map(StackTraceElement::getMethodName))
                .doesNotContain("failedElsewhere")
                .contains("aFailureIsThrownAsItIsWithTheStackOfWhoeverWaited");
    }

    private static LockTimeoutException failedElsewhere() {
        return new LockTimeoutException("late");
    }

    @Test
    void aFailureThatIsNotOursIsThrownToo() {
        work.completeExceptionally(new IllegalArgumentException("wrong"));
        assertThatThrownBy(() -> waiting.await(work, PURPOSE)).isInstanceOf(IllegalArgumentException.class);

        CompletableFuture<String> broken = CompletableFuture.failedFuture(new AssertionError("broken"));
        assertThatThrownBy(() -> waiting.await(broken, PURPOSE))
                .isInstanceOf(DflockdException.class)
                .hasRootCauseMessage("broken");
    }

    @Test
    @Pitfall("CL-07")
    void aBoundedWaitEndsWithTheOtherResultAndLeavesTheWorkAlone() {
        assertThat(waiting.awaitAtMost(SHORT, work, "otherwise")).isEqualTo("otherwise");

        assertThat(work).isNotDone();
    }

    @Test
    @Pitfall("JV-02")
    void aBoundedWaitOnTheClientsOwnThreadEndsAtOnce() {
        Waiting onOwnThread = new Waiting(() -> true, callbacks::add);

        assertThat(onOwnThread.awaitAtMost(Duration.ofHours(1), work, "otherwise"))
                .isEqualTo("otherwise");
        work.complete("released");
        assertThat(onOwnThread.awaitAtMost(Duration.ofHours(1), work, "otherwise"))
                .isEqualTo("released");
    }

    @Test
    @Pitfall("CL-02")
    void aBoundedWaitGoesOnDespiteAnInterruptAndKeepsIt() {
        Thread.currentThread().interrupt();
        assertThat(waiting.awaitAtMost(SHORT, work, "otherwise")).isEqualTo("otherwise");
        assertThat(Thread.interrupted()).isTrue();

        Thread.currentThread().interrupt();
        work.complete("released");
        assertThat(waiting.awaitAtMost(Duration.ofHours(1), work, "otherwise")).isEqualTo("released");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Pitfall("JV-02")
    void whatIsHandedOverCompletesWhereItMayWait() {
        CompletableFuture<String> outside = waiting.handOver(work);

        work.complete("grant");
        assertThat(outside).as("the completing thread is the transport's").isNotDone();
        runCallbacks();

        assertThat(outside).isCompletedWithValue("grant");
    }

    @Test
    void aFailureIsHandedOverToo() {
        CompletableFuture<String> outside = waiting.handOver(work);

        work.completeExceptionally(new LockTimeoutException("late"));
        runCallbacks();

        assertThatThrownBy(outside::get).cause().isInstanceOf(LockTimeoutException.class);
    }

    @Test
    @Pitfall("CL-05")
    void cancellingWhatWasHandedOverCancelsTheWork() {
        waiting.handOver(work).cancel(false);

        assertThat(work).isCancelled();
    }

    @Test
    @Pitfall("CL-05")
    void aResultThatCameTogetherWithTheCancellationIsNotForgotten() {
        CompletableFuture<String> outside = waiting.handOver(work, unwanted::add);

        work.complete("grant");
        outside.cancel(false);
        runCallbacks();

        assertThat(outside).isCancelled();
        assertThat(unwanted).containsExactly("grant");
    }

    private void runCallbacks() {
        for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
            next.run();
        }
    }
}
