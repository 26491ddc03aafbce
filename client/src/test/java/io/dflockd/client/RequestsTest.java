package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What all types for data have in common: connections that break, clients that are closed, callers that go away. */
final class RequestsTest {
    /** Not a whole second, and long enough to be sent before it is over. */
    private static final Duration SHORT = Duration.ofMillis(500);

    @ParameterizedTest
    @MethodSource("requests")
    void saysThatABrokenConnectionLeavesItOpenWhatHappened(
            String command, Function<Dflockd, CompletableFuture<?>> request) {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore(command);
            server.on("kget", "nil");
            CompletableFuture<?> result = request.apply(dflockd);
            server.awaitFrame(command);

            server.closeConnections();

            assertThat(failureOf(result))
                    .isExactlyInstanceOf(ConnectionException.class)
                    .hasMessageContainingAll("'k': ", server.address(), "may or may not have carried it out");
            assertThat(dflockd.values().get("other")).isEmpty();
            assertThat(server.frames(command)).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void endsWithTheClient(String command, Function<Dflockd, CompletableFuture<?>> request) {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore(command);
            CompletableFuture<?> result = request.apply(dflockd);
            server.awaitFrame(command);

            dflockd.close();

            assertThat(failureOf(result)).isExactlyInstanceOf(ClientClosedException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void isRefusedByAClosedClient(String command, Function<Dflockd, CompletableFuture<?>> request) {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            dflockd.close();

            assertThat(failureOf(request.apply(dflockd))).isExactlyInstanceOf(ClientClosedException.class);
            assertThat(server.frames(command)).isEmpty();
        }
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                request("incr", client -> client.counter("k").incrementAsync()),
                request("kset", client -> client.values().putAsync("k", "v")),
                request("lpop", client -> client.list("k").pollFirstAsync()),
                request("brpop", client -> client.list("k").takeLastAsync(PATIENCE)),
                request("bwait", client -> client.barrier("k", 2).awaitAsync(PATIENCE)));
    }

    private static Arguments request(String command, Function<Dflockd, CompletableFuture<?>> request) {
        return Arguments.of(command, request);
    }

    @Test
    void throwsInTheCallingThreadWhenTheClientIsClosed() {
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            dflockd.close();

            assertThatThrownBy(() -> dflockd.counter("k").get()).isInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> dflockd.values().get("k")).isInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> dflockd.list("k").takeFirst(PATIENCE)).isInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> dflockd.barrier("k", 2).await(PATIENCE)).isInstanceOf(ClientClosedException.class);
        }
    }

    @Test
    void goesOnWithTheNextConnection() {
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            CompletableFuture<Optional<String>> taken = dflockd.list("mails").takeFirstAsync(PATIENCE);
            server.awaitWaiters(1);

            server.restart();

            assertThat(failureOf(taken)).isInstanceOf(ConnectionException.class);
            assertThat(dflockd.list("mails").size()).isZero();
        }
    }

    @Test
    void leavesNothingBehindWhenAWaitIsInterrupted() throws InterruptedException {
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            FutureTask<Optional<String>> taking =
                    new FutureTask<>(() -> dflockd.list("mails").takeFirst(PATIENCE));
            FutureTask<Boolean> meeting =
                    new FutureTask<>(() -> dflockd.barrier("loaded", 2).await(PATIENCE));
            Thread taker = start(taking);
            Thread participant = start(meeting);
            server.awaitWaiters(2);

            taker.interrupt();
            participant.interrupt();

            assertThat(failureOf(taking)).isInstanceOf(WaitInterruptedException.class);
            assertThat(failureOf(meeting)).isInstanceOf(WaitInterruptedException.class);
            server.awaitWaiters(0);
            assertThat(server.census().keys()).isZero();
            assertThat(dflockd.list("mails").addLast("welcome")).isEqualTo(1);
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "interrupted");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void isNotSentLaterWhenItsCallerHasGoneBeforeThereWasAConnection() throws InterruptedException {
        CountDownLatch lost = new CountDownLatch(1);
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(noticing(lost, server))) {
            Counter counter = dflockd.counter("visits");
            server.stop();
            lost.await();

            Thread.currentThread().interrupt();
            assertThatThrownBy(counter::increment).isInstanceOf(WaitInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            counter.incrementAsync().cancel(false);
            dflockd.list("mails").takeFirstAsync(PATIENCE).cancel(false);
            server.startAgain();

            assertThat(counter.get()).isZero();
            assertThat(server.census().waiters()).isZero();
        }
    }

    /** Options of a client that tells of a lost connection, and is soon back. */
    private static DflockdOptions noticing(CountDownLatch lost, TestServer server) {
        return DflockdOptions.builder()
                .servers(server.address())
                .backoff(Duration.ofMillis(1), Duration.ofMillis(5))
                .metrics(new ClientMetrics() {
                    @Override
                    public void disconnected(String address) {
                        lost.countDown();
                    }
                })
                .build();
    }

    @Test
    void putsBackAnItemThatCrossedTheCancellation() {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore("brpop");
            server.on("cancel", cancel -> {
                server.awaitFrame("brpop").answer("ok  the item ");
                cancel.answer("error");
            });
            server.on("rpush", "ok 1");
            CompletableFuture<Optional<String>> taken = dflockd.list("mails").takeLastAsync(PATIENCE);
            server.awaitFrame("brpop");

            taken.cancel(false);

            ScriptedServer.Frame pushed = server.awaitFrame("rpush");
            assertThat(pushed.key()).isEqualTo("mails");
            assertThat(pushed.argument()).isEqualTo(" the item ");
        }
    }

    @Test
    void returnsAnItemThatCrossedTheEndOfTheWait() {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore("blpop");
            server.on("cancel", cancel -> {
                server.awaitFrame("blpop").answer("ok item");
                cancel.answer("error");
            });

            assertThat(dflockd.list("mails").takeFirst(SHORT)).contains("item");
        }
    }

    @Test
    void withdrawsAWaitThatIsShorterThanTheServersSecond() {
        try (ScriptedServer server = ScriptedServer.tagged();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore("blpop");
            server.on("cancel", cancel -> {
                server.awaitFrame("blpop").answer("nil");
                cancel.answer("ok");
            });

            assertThat(dflockd.list("mails").takeFirst(SHORT)).isEmpty();

            ScriptedServer.Frame wait = server.awaitFrame("blpop");
            assertThat(wait.argument()).isEqualTo("1");
            assertThat(server.awaitFrame("cancel").argument()).isEqualTo(wait.tag());
        }
    }

    @Test
    void waitsOnAConnectionOfItsOwnAtAServerThatKnowsNoTags() {
        try (ScriptedServer server = ScriptedServer.classic();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            server.ignore("blpop");
            server.ignore("bwait");
            server.on("incr", "ok 1");

            assertThat(dflockd.list("mails").takeFirst(SHORT)).isEmpty();
            assertThat(dflockd.barrier("loaded", 2).await(SHORT)).isFalse();
            assertThat(dflockd.counter("visits").increment()).isEqualTo(1);

            assertThat(server.connections()).isEqualTo(3);
            assertThat(server.connection(0).isEnded()).isFalse();
            Patience.eventually().until(() -> server.connection(1).isEnded());
            Patience.eventually().until(() -> server.connection(2).isEnded());
        }
    }

    @Test
    void waitsForTheLongestTimeThereIsAlsoWithoutAConnection() throws InterruptedException {
        CountDownLatch lost = new CountDownLatch(1);
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(noticing(lost, server))) {
            server.stop();
            lost.await();

            CompletableFuture<Optional<String>> taken =
                    dflockd.list("mails").takeFirstAsync(Duration.ofSeconds(9_223_372_036L));
            CompletableFuture<Grant> acquired = dflockd.lock("orders").acquireAsync(Duration.ofSeconds(9_223_372_036L));
            server.startAgain();

            assertThat(acquired).succeedsWithin(PATIENCE);
            server.awaitWaiters(1);
            dflockd.list("mails").addLast("welcome");
            assertThat(taken).succeedsWithin(PATIENCE).isEqualTo(Optional.of("welcome"));
        }
    }

    private static Throwable failureOf(Future<?> result) {
        try {
            return new AssertionError("has a result: " + result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException failed) {
            return Objects.requireNonNull(failed.getCause());
        } catch (InterruptedException | TimeoutException late) {
            return new AssertionError("neither result nor failure", late);
        }
    }
}
