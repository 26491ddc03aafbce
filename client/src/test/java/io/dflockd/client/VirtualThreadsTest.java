package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Many more threads than the machine has, on one client; the JDK of the oldest version has none of that kind. */
@EnabledForJreRange(min = JRE.JAVA_21)
final class VirtualThreadsTest extends OnServer {
    private static final int WAITERS = 1_000;

    VirtualThreadsTest() {
        super(config -> config.maxWaiters(0));
    }

    @Test
    @Pitfall("JV-01")
    void waitWithoutKeepingOthersFromTheirTurn() throws Exception {
        ExecutorService threads = virtualThreads();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Grant holder = client.lock("orders").acquire(LONG);
        List<Future<?>> waiting = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiting.add(threads.submit(() -> client.withLock("orders", grant -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
            })));
        }
        server.awaitWaiters(WAITERS);

        Future<Long> newcomer = threads.submit(() -> client.counter("hits").increment());
        assertThat(newcomer.get(10, TimeUnit.SECONDS)).isOne();
        holder.close();

        for (Future<?> each : waiting) {
            each.get(10, TimeUnit.SECONDS);
        }
        assertThat(most).hasValue(1);
    }

    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
