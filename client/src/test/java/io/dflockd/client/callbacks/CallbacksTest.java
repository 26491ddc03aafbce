package io.dflockd.client.callbacks;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Pitfall({"CL-13", "JV-02"})
@Timeout(60)
class CallbacksTest {
    private final Queue<Runnable> given = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();

    @Test
    void tasksRunOnNamedThreadsThatDoNotKeepTheProcessAlive() {
        Callbacks callbacks = new Callbacks("mine", null);
        CompletableFuture<Thread> usual = new CompletableFuture<>();
        CompletableFuture<Thread> urgent = new CompletableFuture<>();

        callbacks.usual().execute(() -> usual.complete(Thread.currentThread()));
        callbacks.urgent().execute(() -> urgent.complete(Thread.currentThread()));

        assertThat(usual.join().getName()).isEqualTo("mine-callback-1");
        assertThat(urgent.join().getName()).isEqualTo("mine-loss-1");
        assertThat(usual.join().isDaemon()).isTrue();
        assertThat(urgent.join().isDaemon()).isTrue();
    }

    @Test
    void tasksInOrderRunOneAfterTheOtherAndTakeTurnsWithOthers() {
        Callbacks callbacks = new Callbacks("mine", given::add);
        Executor first = callbacks.inOrder();
        Executor second = callbacks.inOrder();
        first.execute(() -> done.add("first 1"));
        first.execute(() -> done.add("first 2"));
        second.execute(() -> done.add("second 1"));
        assertThat(done).as("not on the caller's thread").isEmpty();

        runAll();

        assertThat(done).containsExactly("first 1", "second 1", "first 2");
    }

    @Test
    void tasksInOrderGoOnWithTheNextOneAfterTheirExecutorHasRefusedInBetween() {
        InOrder inOrder = new InOrder(task -> {
            if (done.contains("first")) {
                done.remove("first");
                throw new RejectedExecutionException("not now");
            }
            given.add(task);
        });
        inOrder.execute(() -> done.add("first"));
        inOrder.execute(() -> done.add("second"));
        assertThatThrownBy(this::runAll).isInstanceOf(RejectedExecutionException.class);

        inOrder.execute(() -> done.add("third"));
        runAll();

        assertThat(done).containsExactly("second", "third");
    }

    @Test
    void aTaskThatThrowsHarmsNoneOfTheNext() {
        Executor inOrder = new Callbacks("mine", given::add).inOrder();
        inOrder.execute(() -> {
            throw new IllegalStateException("of the application");
        });
        inOrder.execute(() -> {
            throw new AssertionError("of the application");
        });
        inOrder.execute(() -> done.add("third"));

        runAll();
        inOrder.execute(() -> done.add("later"));
        runAll();

        assertThat(done).containsExactly("third", "later");
    }

    @Test
    void aTaskMayAddTasks() {
        Executor inOrder = new Callbacks("mine", given::add).inOrder();
        inOrder.execute(() -> inOrder.execute(() -> done.add("inner")));

        runAll();

        assertThat(done).containsExactly("inner");
    }

    @Test
    void newsOfALossDoNotWaitForSlowCallbacksOfOtherKinds() {
        Callbacks callbacks = new Callbacks("mine", null);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 100; i++) {
            callbacks.usual().execute(() -> {
                while (end.getCount() > 0) {
                    LockSupport.park(end);
                }
            });
        }
        CompletableFuture<String> news = new CompletableFuture<>();

        callbacks.urgent().execute(() -> news.complete("lost"));

        assertThat(news.join()).isEqualTo("lost");
        end.countDown();
    }

    /** In threads of the system, which are what older versions of Java have. */
    @Test
    void howeverManyTasksWaitAnotherOneRuns() {
        Callbacks callbacks = new Callbacks("mine", null, null, CallbackThreads::platform);
        assertLastOfManyRuns(callbacks.usual());
        assertLastOfManyRuns(callbacks.urgent());
    }

    @Test
    void howeverManyTasksWaitAnotherOneRunsOnTheThreadsOfThisJava() {
        assertLastOfManyRuns(new Callbacks("mine", null).usual());
    }

    private static void assertLastOfManyRuns(Executor executor) {
        CountDownLatch last = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(500);
        for (int i = 0; i < 500; i++) {
            executor.execute(() -> {
                awaits(last);
                all.countDown();
            });
        }

        executor.execute(last::countDown);

        assertThat(awaits(all)).isTrue();
    }

    @Test
    void tasksThatDoNotWaitShareAFewThreads() {
        AtomicInteger made = new AtomicInteger();
        Callbacks callbacks = new Callbacks("mine", null, null, prefix -> task -> {
            made.incrementAndGet();
            return CallbackThreads.platform(prefix).newThread(task);
        });
        CountDownLatch all = new CountDownLatch(10_000);

        for (int i = 0; i < 10_000; i++) {
            callbacks.usual().execute(all::countDown);
        }

        assertThat(awaits(all)).isTrue();
        assertThat(made).hasValueLessThan(100);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void usualTasksHaveVirtualThreadsWhereThoseMayWait() throws ReflectiveOperationException {
        CompletableFuture<Thread> usual = new CompletableFuture<>();

        new Callbacks("mine", null).usual().execute(() -> usual.complete(Thread.currentThread()));

        assertThat(Thread.class.getMethod("isVirtual").invoke(usual.join())).isEqualTo(true);
    }

    @Test
    void anExecutorThatRunsItsTasksAtOnceGetsThemOnAThreadOfOurs() {
        Callbacks callbacks = new Callbacks("mine", Runnable::run);
        CompletableFuture<String> thread = new CompletableFuture<>();

        callbacks.usual().execute(() -> thread.complete(Thread.currentThread().getName()));

        assertThat(thread.join()).isEqualTo("mine-callback-1");
    }

    @Test
    void aLongRowOfTasksDoesNotPileUpInAnExecutorThatRunsThemAtOnce() {
        Executor inOrder = new Callbacks("mine", Runnable::run).inOrder();
        CountDownLatch all = new CountDownLatch(1);
        inOrder.execute(() -> {
            for (int i = 0; i < 100_000; i++) {
                inOrder.execute(() -> {});
            }
            inOrder.execute(all::countDown);
        });

        assertThat(awaits(all)).isTrue();
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(50, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void whateverAnExecutorRefusesWithTheTaskRunsElsewhereAndOnce() {
        AtomicInteger runs = new AtomicInteger();
        Callbacks callbacks = new Callbacks("mine", task -> {
            given.add(task);
            throw new IllegalStateException("it is full");
        });
        CompletableFuture<String> thread = new CompletableFuture<>();

        callbacks.usual().execute(() -> {
            runs.incrementAndGet();
            thread.complete(Thread.currentThread().getName());
        });

        assertThat(thread.join()).isEqualTo("mine-callback-1");
        runAll();
        assertThat(runs).hasValue(1);
    }

    private void runAll() {
        for (Runnable next = given.poll(); next != null; next = given.poll()) {
            next.run();
        }
    }

    @Test
    void whereThereAreNoMoreThreadsNothingGetsLost() {
        Callbacks callbacks = new Callbacks("mine", null, null, prefix -> task -> {
            if (!prefix.equals("mine-spare-")) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task, prefix);
        });
        CountDownLatch all = new CountDownLatch(4);
        Executor inOrder = callbacks.inOrder();

        callbacks.urgent().execute(all::countDown);
        callbacks.usual().execute(all::countDown);
        inOrder.execute(all::countDown);
        inOrder.execute(all::countDown);

        assertThat(awaits(all)).isTrue();
    }

    @Test
    void anExecutorOfTheApplicationMayFailWithAnError() {
        Callbacks callbacks = new Callbacks("mine", task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        CountDownLatch run = new CountDownLatch(1);

        callbacks.usual().execute(run::countDown);

        assertThat(awaits(run)).isTrue();
    }

    @Test
    void noThreadIsKeptAfterTheEnd() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Callbacks callbacks = new Callbacks("mine", null, null, prefix -> task -> {
            Thread thread = new Thread(task, prefix);
            threads.add(thread);
            return thread;
        });
        CountDownLatch run = new CountDownLatch(3);
        callbacks.usual().execute(run::countDown);
        callbacks.urgent().execute(run::countDown);
        callbacks.interrupts().execute(run::countDown);
        assertThat(awaits(run)).isTrue();
        assertThat(threads).hasSize(4).allMatch(Thread::isAlive);

        callbacks.close();

        eventually().until(() -> threads.stream().noneMatch(Thread::isAlive));
    }
}
