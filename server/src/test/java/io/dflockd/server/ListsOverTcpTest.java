package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lists with many who push, many who wait for items, and some who vanish while they wait. */
final class ListsOverTcpTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdown();
    }

    @Test
    @Pitfall("CK-06")
    void eachItemOf64ProducersComesToOneOf64Consumers() {
        int people = 64;
        int lists = 8;
        int itemsOfEach = 160;
        servers.start();
        Queue<String> popped = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();

        for (int i = 0; i < people; i++) {
            int number = i;
            WireClient consumer = servers.client();
            String pop = i % 2 == 0 ? "blpop" : "brpop";
            all.add(beside(() -> {
                for (int n = 0; n < itemsOfEach; n++) {
                    consumer.send(pop, "list" + number / 2 % lists, "60");
                    popped.add(itemOf(consumer.readLine(PATIENCE)));
                }
            }));
        }
        for (int i = 0; i < people; i++) {
            int number = i;
            WireClient producer = servers.client();
            String push = i % 2 == 0 ? "lpush" : "rpush";
            all.add(beside(() -> {
                for (int n = 0; n < itemsOfEach; n++) {
                    assertThat(producer.ask(push, "list" + n % lists, number + "-" + n))
                            .matches("ok [0-9]+");
                }
            }));
        }
        all.forEach(CompletableFuture::join);

        Set<String> pushed = IntStream.range(0, people * itemsOfEach)
                .mapToObj(n -> n / itemsOfEach + "-" + n % itemsOfEach)
                .collect(Collectors.toSet());
        assertThat(popped).hasSize(people * itemsOfEach);
        assertThat(new HashSet<>(popped)).isEqualTo(pushed);
        assertThat(servers.client().ask("stats", "_", "_")).contains("\"lists\":[],");
    }

    /** Forty at a time, 250 times. Some close, most are killed. */
    @Test
    @Pitfall("CK-01")
    void tenThousandPoppersThatWereKilledWhileTheyWaitedTakeNoItem() {
        int poppers = 40;
        DflockdServer server = servers.start();
        int port = server.address().getPort();
        WireClient other = servers.client();
        for (int round = 0; round < 250; round++) {
            List<WireClient> waiting = new ArrayList<>();
            for (int i = 0; i < poppers; i++) {
                WireClient popper = WireClient.connect("127.0.0.1", port);
                popper.send(i % 2 == 0 ? "blpop" : "brpop", "list" + i, "600");
                waiting.add(popper);
            }
            awaitWaiters(server, poppers);

            for (int i = 0; i < poppers; i++) {
                if (i % 8 == 0) {
                    waiting.get(i).close();
                } else {
                    waiting.get(i).abort();
                }
            }
            awaitWaiters(server, 0);

            for (int i = 0; i < poppers; i++) {
                other.send("rpush", "list" + i, "item" + round);
                other.send("blpop", "list" + i, "0");
            }
            for (int i = 0; i < poppers; i++) {
                assertThat(other.readLine()).isEqualTo("ok 1");
                assertThat(other.readLine()).isEqualTo("ok item" + round);
            }
        }
    }

    /** Whichever of the two comes first: an item that the server says it keeps is there, one it handed over is not. */
    @Test
    @Pitfall("CK-01")
    void aPushThatMeetsTheEndOfThePopperSaysWhereTheItemWent() {
        int lists = 500;
        DflockdServer server = servers.start();
        WireClient other = servers.client();
        int handedOver = 0;
        for (int round = 0; round < 20; round++) {
            WireClient popper = servers.taggedClient();
            popper.sendRaw(IntStream.range(0, lists)
                    .mapToObj(i -> i + " blpop\nlist" + i + "\n600\n")
                    .collect(Collectors.joining()));
            awaitWaiters(server, lists);

            CompletableFuture<Void> end = beside(popper::abort);
            other.sendRaw(IntStream.range(0, lists)
                    .mapToObj(i -> "rpush\nlist" + i + "\nitem\n")
                    .collect(Collectors.joining()));
            List<String> pushes =
                    IntStream.range(0, lists).mapToObj(i -> other.readLine()).toList();
            end.join();

            for (int i = 0; i < lists; i++) {
                String left = pushes.get(i).equals("ok 1") ? "ok item" : "nil";
                assertThat(pushes.get(i)).isIn("ok 0", "ok 1");
                assertThat(other.ask("lpop", "list" + i, "_")).isEqualTo(left);
                handedOver += pushes.get(i).equals("ok 0") ? 1 : 0;
            }
        }
        assertThat(handedOver).as("or it was no race").isBetween(1, 20 * lists - 1);
    }

    @Test
    @Pitfall("CK-04")
    void aPushAfterTheListWasPoppedToEmptyWakesTheWaiter() {
        servers.start();
        WireClient pusher = servers.client();
        WireClient popper = servers.client();
        WireClient waiter = servers.client();
        for (int round = 0; round < 2_000; round++) {
            pusher.send("rpush", "k", "first");
            CompletableFuture<Void> waiting = beside(() -> waiter.send("blpop", "k", "60"));
            String popped = popper.ask("lpop", "k", "_");
            waiting.join();
            assertThat(pusher.readLine()).matches("ok [01]");

            if (popped.equals("ok first")) {
                assertThat(pusher.ask("rpush", "k", "second")).matches("ok [01]");
                assertThat(waiter.readLine()).isEqualTo("ok second");
            } else {
                assertThat(popped).isEqualTo("nil");
                assertThat(waiter.readLine()).isEqualTo("ok first");
            }
            assertThat(popper.ask("llen", "k", "_")).isEqualTo("ok 0");
        }
    }

    private CompletableFuture<Void> beside(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    private static String itemOf(String answer) {
        assertThat(answer).startsWith("ok ");
        return answer.substring("ok ".length());
    }
}
