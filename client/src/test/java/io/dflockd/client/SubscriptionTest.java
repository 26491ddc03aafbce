package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What all subscriptions have in common, shown with signals. */
final class SubscriptionTest extends BehindProxy {
    private final Heard heard = new Heard();
    private WireClient outside = server.wireClient();

    @AfterEach
    void closeOutside() {
        outside.close();
    }

    private void signal(String channel, String payload, int receivers) {
        assertThat(outside.ask("signal", channel, payload)).isEqualTo("ok " + receivers);
    }

    @Test
    void isRestoredAfterTheConnectionWasLostAndTellsTheGap() {
        Subscription subscription =
                client.signals().listen("a", heard.signals()).onGap(heard.anything());
        signal("a", "before", 1);
        heard.awaitExactly("a=before");

        proxy.cutAll();
        heard.awaitExactly("a=before", "CONNECTION_LOST");
        assertThat(subscription.isActive()).isTrue();
        signal("a", "after", 1);

        heard.awaitExactly("a=before", "CONNECTION_LOST", "a=after");
    }

    @Test
    void tellsOneGapForOneTimeWithoutConnection() {
        Subscription subscription =
                client.signals().listen("a", heard.signals()).onGap(heard.anything());

        proxy.resetNew();
        proxy.cutAll();
        proxy.awaitTurnedAway(3);
        assertThat(subscription.isActive()).isFalse();
        assertThat(heard.all()).isEmpty();
        proxy.acceptNew();

        heard.awaitExactly("CONNECTION_LOST");
        proxy.cutAll();
        heard.awaitExactly("CONNECTION_LOST", "CONNECTION_LOST");
        signal("a", "x", 1);
        heard.awaitExactly("CONNECTION_LOST", "CONNECTION_LOST", "a=x");
    }

    @Test
    void restoresAllThatWasSubscribedTo() {
        Heard changes = new Heard();
        Heard leaders = new Heard();
        client.signals().listen("a.*", heard.signals());
        client.signals().listen("a.b", "group", heard.signals());
        Subscription watch = client.watch("k", changes.changes());
        client.election("e").observe(leaders.anything());
        client.signals().listen("gone", heard.signals()).close();

        server.restart();

        eventually().untilAsserted(() -> {
            assertThat(server.census().listens()).isEqualTo(2);
            assertThat(server.census().watches()).isEqualTo(1);
            assertThat(server.census().observers()).isEqualTo(1);
        });
        eventually().until(watch::isActive);
        try (WireClient after = server.wireClient()) {
            assertThat(after.ask("signal", "a.b", "x")).isEqualTo("ok 2");
            after.ask("incr", "k", "1");
            assertThat(after.ask("elect", "e", "0")).startsWith("ok ");
            heard.awaitExactly("a.b=x", "a.b=x");
            changes.awaitExactly("INCR k");
            leaders.awaitExactly("ELECTED");
        }
    }

    @Test
    void tellsTheGapBeforeAnEventThatOvertakesTheConfirmation() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.on("listen", "ok");
            try (Dflockd reader = Clients.of(scripted.address())) {
                reader.signals().listen("a", heard.signals()).onGap(heard.anything());
                scripted.on("listen", frame -> {
                    frame.connection().send("sig a early");
                    frame.answer("ok");
                });

                scripted.closeConnections();

                heard.awaitExactly("CONNECTION_LOST", "a=early");
                scripted.awaitFrames(2, "listen").get(1).connection().send("sig a late");
                heard.awaitExactly("CONNECTION_LOST", "a=early", "a=late");
            }
        }
    }

    @Test
    void triesAgainWhenItCannotBeRestored() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.once("listen", "ok");
            scripted.once("listen", "error");
            scripted.once("listen", "error");
            scripted.on("listen", "ok");
            try (Dflockd reader = Clients.of(scripted.address())) {
                Subscription subscription =
                        reader.signals().listen("a", heard.signals()).onGap(heard.anything());

                scripted.closeConnections();

                heard.awaitExactly("CONNECTION_LOST");
                assertThat(subscription.isActive()).isTrue();
                assertThat(scripted.frames("listen")).hasSize(4);
            }
        }
    }

    @Test
    void tellsAGapLateToWhoAsksLate() {
        Subscription subscription = client.signals().listen("a", heard.signals());
        proxy.cutAll();
        proxy.awaitConnections(2);
        eventually().until(subscription::isActive);

        subscription.onGap(heard.anything());

        heard.awaitExactly("CONNECTION_LOST");
    }

    @Test
    void failsIfTheServerCannotBeReached() {
        try (Dflockd hasty = Dflockd.connect(Clients.patientOptions(server.address())
                .answerTimeout(Duration.ofMillis(50))
                .build())) {
            server.stop();

            assertThatThrownBy(() -> hasty.signals().listen("a", heard.signals()))
                    .isInstanceOf(ConnectionException.class);

            server.startAgain();
            outside = server.wireClient();
            eventually().ignoreExceptions().until(() -> hasty.signals().send("a", "x") == 0);
            assertThat(server.census().listens()).isZero();
        }
    }

    @Test
    void failsIfTheConnectionBreaksBeforeTheServerConfirmsIt() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.ignore("listen");
            try (Dflockd reader = Clients.of(scripted.address())) {
                CompletableFuture<Subscription> subscribing = reader.signals().listenAsync("a", heard.signals());
                scripted.awaitFrame("listen");

                scripted.closeConnections();

                assertThatThrownBy(() -> subscribing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .hasCauseInstanceOf(ConnectionException.class);
            }
        }
    }

    @Test
    void anInterruptLeavesNoSubscriptionBehind() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            Thread caller = Thread.currentThread();
            scripted.on("listen", frame -> caller.interrupt());
            scripted.on("unlisten", "ok");
            try (Dflockd reader = Clients.of(scripted.address())) {
                assertThatThrownBy(() -> reader.signals().listen("a", heard.signals()))
                        .isInstanceOf(WaitInterruptedException.class);

                assertThat(Thread.interrupted()).isTrue();
                scripted.awaitFrame("unlisten");
            }
        }
    }

    @Test
    void cancellingLeavesNoSubscriptionBehind() {
        CompletableFuture<Subscription> subscribing = client.signals().listenAsync("a", heard.signals());
        subscribing.cancel(false);

        eventually().untilAsserted(() -> {
            signal("a", "x", 0);
            assertThat(server.census().listens()).isZero();
        });
    }

    @Test
    void closingGivesUpOnASilentServer() {
        try (Dflockd hasty = Dflockd.connect(Clients.patientOptions(proxy.address())
                .releaseTimeout(Duration.ofMillis(50))
                .build())) {
            Subscription subscription = hasty.signals().listen("a", heard.signals());
            proxy.blackHole(Direction.BOTH);
            Thread.currentThread().interrupt();

            subscription.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(subscription.isActive()).isFalse();
            proxy.heal();
        }
    }

    @Test
    @Pitfall("CL-13")
    void aThrowingHandlerHearsTheNextEvent() {
        Subscription subscription = client.signals().listen("a", signal -> {
            heard.signals().accept(signal);
            throw new IllegalStateException("thrown by a test");
        });
        subscription.onGap(gap -> {
            throw new IllegalStateException("thrown by a test");
        });
        subscription.onGap(heard.anything());
        signal("a", "1", 1);
        signal("a", "2", 1);
        heard.awaitExactly("a=1", "a=2");

        proxy.cutAll();

        heard.awaitExactly("a=1", "a=2", "CONNECTION_LOST");
    }

    @Test
    @Pitfall("SW-14")
    void aSlowHandlerHoldsUpNobody() throws InterruptedException {
        CountDownLatch free = new CountDownLatch(1);
        Heard slow = new Heard();
        client.signals().listen("a", signal -> {
            await(free);
            slow.signals().accept(signal);
        });
        client.signals().listen("a", heard.signals());

        signal("a", "1", 1);
        signal("a", "2", 1);

        heard.awaitExactly("a=1", "a=2");
        assertThat(client.signals().send("b", "x")).isZero();
        assertThat(slow.all()).isEmpty();
        free.countDown();
        slow.awaitExactly("a=1", "a=2");
    }

    @Test
    @Pitfall("SW-14")
    void dropsNothingWithoutTellingAGap() throws InterruptedException {
        int kept = Subscription.MAX_BACKLOG;
        CountDownLatch free = new CountDownLatch(1);
        Subscription subscription = client.signals().listen("a", signal -> {
            await(free);
            heard.add(signal.payload());
        });
        subscription.onGap(heard.anything());
        signal("a", "first", 1);

        CompletableFuture<?>[] all = IntStream.range(0, kept + 100)
                .mapToObj(i -> client.signals().sendAsync("a", "" + i))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).orTimeout(60, TimeUnit.SECONDS).join();
        eventually().until(() -> subscription.dropped() >= 99);
        assertThat(heard.all()).isEmpty();
        free.countDown();

        heard.await("SLOW_HANDLER");
        signal("a", "next", 1);
        heard.await("next");
        assertThat(heard.all()).hasSize(1 + kept + 100 - (int) subscription.dropped() + 1 + 1);
        assertThat(heard.all()).containsOnlyOnce("SLOW_HANDLER").endsWith("SLOW_HANDLER", "next");
    }

    @Test
    void aHandlerMayCloseItsOwnSubscription() {
        CompletableFuture<Subscription> itself = new CompletableFuture<>();
        Subscription subscription = client.signals().listen("a", signal -> {
            heard.signals().accept(signal);
            itself.join().close();
            heard.add("closed");
        });
        itself.complete(subscription);

        signal("a", "1", 1);

        heard.awaitExactly("a=1", "closed");
        signal("a", "2", 0);
    }

    @Test
    @Pitfall("SW-15")
    void callsNoHandlerOnceItIsClosed() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Subscription subscription = client.signals().listen("a", signal -> {
            begun.countDown();
            await(free);
            heard.signals().accept(signal);
        });
        signal("a", "1", 1);
        signal("a", "2", 1);
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        subscription.close();
        free.countDown();

        client.signals().listen("b", heard.signals());
        signal("b", "end", 1);
        heard.await("b=end");
        heard.await("a=1");
        assertThat(heard.all()).containsExactlyInAnyOrder("a=1", "b=end");
    }

    @Test
    void worksWithAServerThatKnowsNoTags() {
        try (ScriptedServer classic = ScriptedServer.classic()) {
            classic.on("listen", "ok");
            classic.on("signal", "ok 1");
            try (Dflockd reader = Clients.of(classic.address())) {
                reader.signals().listen("a", heard.signals());
                assertThat(reader.signals().send("a", "x")).isEqualTo(1);
                classic.connection(0).send("sig a x");

                heard.awaitExactly("a=x");
            }
        }
    }

    @Test
    @Pitfall("PP-11")
    void aMalformedPushEndsTheConnection() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.on("listen", "ok");
            try (Dflockd reader = Clients.of(scripted.address())) {
                reader.signals().listen("a", heard.signals()).onGap(heard.anything());

                scripted.push("sig");

                heard.awaitExactly("CONNECTION_LOST");
                scripted.connection(1).send("sig a x");
                heard.awaitExactly("CONNECTION_LOST", "a=x");
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
