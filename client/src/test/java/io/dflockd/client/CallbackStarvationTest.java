package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code of the application that waits where the client calls it holds up nobody but itself. */
@Pitfall({"CL-13", "JV-02"})
@Timeout(60)
final class CallbackStarvationTest extends OnServer {
    CallbackStarvationTest() {
        super(config -> config.maxLocks(10_000).maxWaiters(0));
    }

    @Test
    void aThousandStagesMayEachWaitForAFutureOfTheClient() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            all.add(client.lock("orders-" + i)
                    .acquireAsync(LONG)
                    .thenAccept(grant -> grant.releaseAsync().join()));
        }

        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .orTimeout(50, TimeUnit.SECONDS)
                .join();
        server.awaitHolders(0);
    }

    @Test
    void handlersThatWaitKeepNoFutureAndNoOtherHandlerFromItsTurn() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            client.signals().listen("news." + i, signal -> {
                busy.countDown();
                awaits(end);
            });
        }
        Set<String> heard = new ConcurrentSkipListSet<>();
        CountDownLatch both = new CountDownLatch(2);
        client.signals().listen("weather", signal -> {
            heard.add(signal.payload());
            both.countDown();
        });
        for (int i = 0; i < 100; i++) {
            client.signals().send("news." + i, "hello");
        }
        assertThat(busy.await(50, TimeUnit.SECONDS)).isTrue();

        client.signals().send("weather", "1 sun");
        client.signals().send("weather", "2 rain");

        assertThat(both.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(heard).containsExactly("1 sun", "2 rain");
        assertThat(client.counter("hits")
                        .incrementAsync()
                        .orTimeout(50, TimeUnit.SECONDS)
                        .join())
                .isOne();
        end.countDown();
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
