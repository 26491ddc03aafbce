package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SignalsTest extends OnServer {
    private final Heard heard = new Heard();
    private final Dflockd other = Clients.of(server.address());
    private final Signals signals = client.signals();

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Test
    void bringsEverySignalOfAPatternInOrder() {
        signals.listen("orders.*", heard.signals());

        assertThat(other.signals().send("orders.eu", "first one")).isEqualTo(1);
        assertThat(other.signals().send("bills.eu", "x")).isZero();
        assertThat(signals.send("orders.us", " 2 ")).isEqualTo(1);

        heard.awaitExactly("orders.eu=first one", "orders.us= 2 ");
    }

    @Test
    void sendsAndListensWithoutWaiting() {
        Subscription subscription = signals.listenAsync("a", heard.signals())
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();

        assertThat(signals.sendAsync("a", "1")
                        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join())
                .isEqualTo(1);

        heard.awaitExactly("a=1");
        assertThat(subscription.pattern()).isEqualTo("a");
        assertThat(subscription.isActive()).isTrue();
    }

    @Test
    @Pitfall("SW-08")
    void callsEachHandlerOnceHoweverManyPatternsMatch() {
        Heard exact = new Heard();
        Heard wild = new Heard();
        signals.listen("a.b", exact.signals());
        signals.listen("a.*", wild.signals());
        signals.listen("a.>", heard.signals());
        signals.listen("a.>", heard.signals());

        assertThat(other.signals().send("a.b", "1")).isEqualTo(1);
        other.signals().send("a.c", "2");
        other.signals().send("a.b", "3");

        exact.awaitExactly("a.b=1", "a.b=3");
        wild.awaitExactly("a.b=1", "a.c=2", "a.b=3");
        eventually().until(() -> heard.count() >= 6);
        assertThat(heard.all()).containsExactlyInAnyOrder("a.b=1", "a.b=1", "a.c=2", "a.c=2", "a.b=3", "a.b=3");
    }

    @Test
    @Pitfall("SW-08")
    void tellsApartGroupsWhosePatternsOverlap() {
        Heard plain = new Heard();
        Heard red = new Heard();
        Heard blue = new Heard();
        Heard stranger = new Heard();
        signals.listen("a.*", plain.signals());
        signals.listen("a.b", "red", red.signals());
        signals.listen("a.>", "blue", blue.signals());
        other.signals().listen("a.>", "blue", stranger.signals());

        for (int i = 0; i < 10; i++) {
            assertThat(signals.send("a.b", "x" + i)).isEqualTo(3);
        }

        String[] all = IntStream.range(0, 10).mapToObj(i -> "a.b=x" + i).toArray(String[]::new);
        plain.awaitExactly(all);
        red.awaitExactly(all);
        eventually().until(() -> blue.count() + stranger.count() >= 10);
        assertThat(blue.count()).isEqualTo(5);
        assertThat(stranger.all()).doesNotContainAnyElementsOf(blue.all()).hasSize(5);
    }

    @Test
    void needsNoFurtherConnectionUnlessGroupsOverlap() {
        signals.listen("a.*", heard.signals());
        signals.listen("b.*", "red", heard.signals());
        signals.listen("c.*", "blue", heard.signals());
        server.awaitConnections(2);

        Subscription overlapping = signals.listen("b.x", heard.signals());
        server.awaitConnections(3);

        overlapping.close();
        server.awaitConnections(2);
        assertThat(server.census().listens()).isEqualTo(3);
    }

    @Test
    void givesEachSignalToOneMemberOfAGroup() {
        Heard second = new Heard();
        Heard third = new Heard();
        signals.listen("jobs", "workers", heard.signals());
        signals.listen("jobs", "workers", second.signals());
        other.signals().listen("jobs", "workers", third.signals());

        for (int i = 0; i < 8; i++) {
            assertThat(signals.send("jobs", "" + i)).isEqualTo(1);
        }

        eventually().until(() -> heard.count() + second.count() + third.count() == 8);
        assertThat(third.count()).isEqualTo(4);
        assertThat(heard.count()).isEqualTo(2);
        assertThat(second.count()).isEqualTo(2);
    }

    @Test
    @Pitfall("SW-09")
    void endsWithTheLastSubscriptionOfAPattern() {
        Subscription first = signals.listen("a", heard.signals());
        Subscription second = signals.listen("a", heard.signals());
        assertThat(server.census().listens()).isEqualTo(1);

        first.close();
        first.close();
        signals.send("a", "1");
        heard.awaitExactly("a=1");
        assertThat(first.isActive()).isFalse();
        assertThat(second.isActive()).isTrue();

        second.close();
        assertThat(server.census().listens()).isZero();
        assertThat(signals.send("a", "2")).isZero();
        heard.awaitExactly("a=1");
    }

    @Test
    void canListenAgainAtOnce() {
        for (int i = 0; i < 50; i++) {
            Subscription subscription = signals.listen("a", heard.signals());
            assertThat(signals.send("a", "" + i)).isEqualTo(1);
            heard.await("a=" + i);
            if (i % 2 == 0) {
                subscription.close();
            } else {
                subscription.closeAsync();
            }
        }
        assertThat(heard.count()).isEqualTo(50);
    }

    @Test
    void refusesWhatIsNoPattern() {
        assertThatIllegalArgumentException().isThrownBy(() -> signals.listen("a*", heard.signals()));
        assertThatIllegalArgumentException().isThrownBy(() -> signals.listen("a", " g", heard.signals()));
        assertThatIllegalArgumentException().isThrownBy(() -> signals.send("a.*", "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> signals.send("a", "x\ny"));
    }

    @Test
    void throwsWhatTheServerRefusesAndLeavesNothing() {
        try (TestServer strict = TestServer.start(config -> config.maxSubscriptions(1));
                Dflockd limited = Clients.of(strict.address());
                WireClient outside = strict.wireClient()) {
            Subscription first = limited.signals().listen("a", heard.signals());

            assertThatThrownBy(() -> limited.signals().listen("b", heard.signals()))
                    .isInstanceOf(DflockdException.class)
                    .hasMessageContaining("'b'");

            assertThat(limited.signals().listen("a", heard.signals()).isActive())
                    .isTrue();
            first.close();
            assertThat(outside.ask("signal", "b", "x")).isEqualTo("ok 0");
            assertThat(outside.ask("signal", "a", "x")).isEqualTo("ok 1");
            heard.awaitExactly("a=x");
        }
    }

    @Test
    void aClosedClientTakesNoSubscription() {
        Subscription subscription = signals.listen("a", heard.signals());
        client.close();

        assertThatThrownBy(() -> signals.listen("b", heard.signals())).isInstanceOf(ClientClosedException.class);
        eventually().until(() -> !subscription.isActive());
        subscription.close();
    }

    @Test
    void listensWithWildcardsAtAllServers() {
        try (TestServer second = TestServer.start();
                Dflockd both = Clients.of(server.address(), second.address())) {
            Subscription subscription = both.signals().listen("shard.*", heard.signals());
            assertThat(server.census().listens()).isEqualTo(1);
            assertThat(second.census().listens()).isEqualTo(1);

            for (int i = 0; i < 20; i++) {
                assertThat(both.signals().send("shard." + i, "x")).isEqualTo(1);
            }
            eventually().until(() -> heard.count() >= 20);
            assertThat(heard.all())
                    .containsExactlyInAnyOrder(IntStream.range(0, 20)
                            .mapToObj(i -> "shard." + i + "=x")
                            .toArray(String[]::new));

            subscription.close();
            assertThat(server.census().listens() + second.census().listens()).isZero();
            both.signals().listen("shard.1", heard.signals());
            assertThat(server.census().listens() + second.census().listens()).isEqualTo(1);
            assertThat(both.signals().send("shard.1", "x")).isEqualTo(1);
        }
    }

    @Test
    void isRefusedByAllServersIfOneRefuses() {
        try (TestServer strict = TestServer.start(config -> config.maxSubscriptions(1));
                Dflockd both = Clients.of(server.address(), strict.address())) {
            both.watch("a.*", heard.changes()).close();
            Subscription only = both.watch("a.*", heard.changes());

            assertThatThrownBy(() -> both.signals().listen("a.*", heard.signals()))
                    .isInstanceOf(DflockdException.class);

            eventually().until(() -> server.census().listens() == 0);
            assertThat(only.isActive()).isTrue();
        }
    }

    @Test
    @Pitfall("SW-09")
    void bearsManyComingAndGoingAtOnce() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(number -> CompletableFuture.runAsync(() -> comeAndGo(number, new Random(seed + number))))
                .toList();

        threads.forEach(each -> each.orTimeout(120, TimeUnit.SECONDS).join());

        eventually().until(() -> server.census().listens() == 0);
        server.awaitConnections(2);
    }

    private void comeAndGo(int number, Random random) {
        List<String> patterns = List.of("a.b", "a.*", "a.>", "*.b");
        for (int i = 0; i < 100; i++) {
            Heard mine = new Heard();
            String pattern = patterns.get(random.nextInt(patterns.size()));
            boolean grouped = random.nextInt(3) == 0;
            String payload = number + "-" + i;
            try (Subscription subscription = grouped
                    ? signals.listen(pattern, "g" + random.nextInt(2), mine.signals())
                    : signals.listen(pattern, mine.signals())) {
                assertThat(signals.send("a.b", payload)).isPositive();
                if (!grouped) {
                    mine.await("a.b=" + payload);
                }
                assertThat(subscription.isActive()).isTrue();
            }
            assertThat(mine.all()).doesNotHaveDuplicates();
        }
    }
}
