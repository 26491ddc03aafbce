package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;

import io.dflockd.client.exceptions.DflockdException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What applications do with a client, while an error may be thrown on the transport's thread at any step after
 * {@link Mishap#mayHappenFromNowOn}. Everything they have asked for must come to an end, good or bad: at the latest when
 * the client is closed, and what the server can answer before that.
 */
public final class MishapScenarios implements AutoCloseable {
    static final List<String> NAMES =
            List.of("connect", "close", "break", "lock", "give up", "tickets", "renew", "data", "subscribe");

    private static final Duration MOMENT = Duration.ofMillis(3);

    private final TestServer server = TestServer.start(config -> config.maxWaiters(0));
    private final FaultProxy proxy = new FaultProxy(server.port());
    private final Map<String, CompletableFuture<?>> asked = new LinkedHashMap<>();

    /** Plays one of them with a client of its own. */
    public void play(String name) throws InterruptedException {
        asked.clear();
        if (name.equals("connect")) {
            Mishap.mayHappenFromNowOn();
        }
        DflockdOptions options =
                options(proxy.address()).renewalRatio(Clients.OFTEN).build();
        try (Dflockd client = Dflockd.connect(options)) {
            play(name, client);
        } catch (DflockdException failed) {
            // which is one of the ends
        }
        asked.forEach(MishapScenarios::requireEnd);
        server.awaitQuiet();
    }

    private void play(String name, Dflockd client) throws InterruptedException {
        switch (name) {
            case "lock" -> lock(client);
            case "give up" -> giveUp(client);
            case "tickets" -> tickets(client);
            case "renew" -> renew(client);
            case "data" -> data(client);
            case "subscribe" -> subscribe(client);
            case "close" -> close(client);
            case "break" -> breakAll(client);
            default -> {}
        }
    }

    private static void requireEnd(String name, CompletableFuture<?> future) {
        try {
            eventually().until(future::isDone);
        } catch (ConditionTimeoutException open) {
            throw new AssertionError(name + " is still open after the end", open);
        }
    }

    /** Something that must be over when the client is closed, if not before. */
    private <T> CompletableFuture<T> ask(String name, CompletableFuture<T> future) {
        asked.put(name, future);
        return future;
    }

    /** Something that must be over soon. */
    private <T> Optional<T> ended(String name, CompletableFuture<T> future) throws InterruptedException {
        try {
            return Optional.ofNullable(ask(name, future).get(Patience.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException failed) {
            return Optional.empty();
        } catch (TimeoutException open) {
            throw new AssertionError(name + " has no end", open);
        }
    }

    private void release(Optional<Grant> grant) throws InterruptedException {
        if (grant.isPresent()) {
            ended("release", grant.get().releaseAsync());
        }
    }

    private void lock(Dflockd client) throws InterruptedException {
        Mishap.mayHappenFromNowOn();
        CompletableFuture<Grant> first = client.lock("orders").acquireAsync(LONG);
        CompletableFuture<Grant> second = client.lock("orders").acquireAsync(LONG);
        CompletableFuture<Boolean> firstEnd = first.thenCompose(Grant::releaseAsync);
        ended("second", second.thenCompose(Grant::releaseAsync));
        ended("first", firstEnd);
    }

    private void giveUp(Dflockd client) throws InterruptedException {
        Grant obstacle = client.lock("orders").acquire(LONG);
        Mishap.mayHappenFromNowOn();
        CompletableFuture<Grant> late = client.lock("orders").acquireAsync(MOMENT);
        CompletableFuture<Grant> unwanted = client.lock("orders").acquireAsync(LONG);
        ended("late", late);
        unwanted.cancel(false);
        ended("tried", client.lock("orders").tryAcquireAsync(Duration.ZERO));
        release(Optional.of(obstacle));
    }

    private void tickets(Dflockd client) throws InterruptedException {
        Mishap.mayHappenFromNowOn();
        Optional<Ticket> first = ended("ticket", client.lock("orders").enqueueAsync());
        Optional<Ticket> second =
                ended("ticket on its own", client.lock("orders").enqueueAsync());
        if (first.isPresent()) {
            release(ended("first", first.get().awaitAsync(LONG)));
        }
        if (second.isPresent()) {
            release(ended("second", second.get().awaitAsync(LONG)));
        }
    }

    private void renew(Dflockd client) throws InterruptedException {
        Grant grant = client.lock("orders").lease(Duration.ofSeconds(1)).acquire(LONG);
        Mishap.mayHappenFromNowOn();
        CompletableFuture<LossReason> lost = grant.lost().toCompletableFuture();
        CompletableFuture<Object> end = CompletableFuture.anyOf(
                lost, new CompletableFuture<>().completeOnTimeout(true, 130, TimeUnit.MILLISECONDS));
        ended("renewal", end);
        if (grant.isHeld()) {
            release(Optional.of(grant));
        } else {
            ended("news of the loss", lost);
        }
    }

    private void data(Dflockd client) throws InterruptedException {
        Mishap.mayHappenFromNowOn();
        CompletableFuture<Optional<String>> item = client.list("jobs").takeFirstAsync(LONG);
        CompletableFuture<Boolean> here = client.barrier("start", 2).awaitAsync(LONG);
        ended("counter", client.counter("hits").incrementAsync());
        ended("there", client.barrier("start", 2).awaitAsync(MOMENT));
        ask("here", here);
        ended("push", client.list("jobs").addLastAsync("build"));
        ask("item", item);
        ended("no item", client.list("none").takeFirstAsync(MOMENT));
    }

    private void subscribe(Dflockd client) throws InterruptedException {
        CompletableFuture<Signal> heard = new CompletableFuture<>();
        Mishap.mayHappenFromNowOn();
        CompletableFuture<Subscription> one = client.signals().listenAsync("news.*", heard::complete);
        CompletableFuture<Subscription> other = client.signals().listenAsync("news.*", "group", signal -> {});
        Optional<Subscription> first = ended("first", one);
        Optional<Subscription> second = ended("second", other);
        ended("signal", client.signals().sendAsync("news.today", "hello"));
        if (first.isPresent()) {
            ended("first end", first.get().closeAsync());
        }
        if (second.isPresent()) {
            ended("second end", second.get().closeAsync());
        }
    }

    private void askForMuch(Dflockd client) {
        ask("lock", client.lock("held").acquireAsync(LONG));
        ask("waiter", client.lock("held").acquireAsync(LONG));
        ask("item", client.list("none").takeFirstAsync(LONG));
        ask("barrier", client.barrier("start", 2).awaitAsync(LONG));
        ask("reader", client.readWriteLock("doc").read().acquireAsync(LONG));
    }

    private void close(Dflockd client) throws InterruptedException {
        askForMuch(client);
        ended("subscription", client.watchAsync("config.*", change -> {}));
        server.awaitWaiters(3);
        Mishap.mayHappenFromNowOn();
    }

    private void breakAll(Dflockd client) throws InterruptedException {
        askForMuch(client);
        ended("subscription", client.watchAsync("config.*", change -> {}));
        server.awaitWaiters(3);
        Mishap.mayHappenFromNowOn();
        proxy.resetAll();
        ended("counter", client.counter("hits").incrementAsync());
        ended("next", client.counter("hits").incrementAsync());
        release(ended("lock", client.lock("free").acquireAsync(LONG)));
    }

    @Override
    public void close() {
        proxy.close();
        server.close();
    }
}
