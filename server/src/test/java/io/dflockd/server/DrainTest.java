package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PROTOCOL.md 4.17: how a server ends. */
@Pitfall("SL-04")
final class DrainTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    void aServerWithoutConnectionsEndsAtOnce() {
        DflockdServer server = servers.start();

        assertThat(server.drain()).isCompleted();
    }

    @Test
    void idleConnectionsAreClosedAtOnceAndWithoutAWord() {
        DflockdServer server = servers.start();
        WireClient fresh = servers.client();
        WireClient used = servers.client();
        used.ask("ping", "_", "_");

        CompletableFuture<Void> drained = server.drain();

        fresh.expectEof();
        used.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    @Test
    void everyBlockedRequestGetsOneAnswer() {
        DflockdServer server = servers.start(config -> config.eventLoops(4));
        WireClient holder = servers.client();
        holder.ask("fence", "_", "on");
        String token = holder.ask("l", "k", "0").split(" ", -1)[1];
        holder.ask("wl", "x", "0");
        WireClient waiter = servers.client();
        WireClient reader = servers.client();
        WireClient tagged = servers.taggedClient();
        waiter.send("l", "k", "60");
        reader.send("rl", "x", "60");
        tagged.sendRaw("1 e\nk\n\n2 w\nk\n60\n3 l\nk\n60\n4 ping\n_\n_\n");
        assertThat(tagged.readLine()).isEqualTo("1 queued");
        assertThat(tagged.readLine()).isEqualTo("4 ok");
        awaitWaiters(server, 4);

        CompletableFuture<Void> drained = server.drain();

        for (WireClient blocked : List.of(waiter, reader)) {
            assertThat(blocked.readLine()).isEqualTo("error_draining");
            blocked.expectEof();
        }
        assertThat(tagged.readLine()).isEqualTo("2 error_draining");
        assertThat(tagged.readLine()).isEqualTo("3 error_draining");
        tagged.expectEof();
        assertThat(drained).as("the holder may finish").isNotCompleted();
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
    }

    @Test
    void holdersMayFinishAndNothingElse() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        String lock = holder.ask("l", "k", "0").split(" ", -1)[1];
        String slot = holder.ask("sl", "s", "0 2").split(" ", -1)[1];

        CompletableFuture<Void> drained = server.drain();

        assertThat(holder.ask("n", "k", lock)).isEqualTo("ok 33");
        assertThat(holder.ask("ping", "_", "_")).isEqualTo("ok");
        assertThat(holder.ask("stats", "_", "_")).startsWith("ok {");
        assertThat(holder.ask("l", "other", "0")).isEqualTo("error_draining");
        assertThat(holder.ask("e", "other", "")).isEqualTo("error_draining");
        assertThat(holder.ask("r", "k", lock)).isEqualTo("ok");
        assertThat(holder.ask("sr", "s", slot)).isEqualTo("ok");
        holder.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    @Test
    void newConnectionsAreRefused() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        holder.ask("l", "k", "0");

        server.drain();

        assertThatThrownBy(
                        () -> WireClient.connect("127.0.0.1", server.address().getPort()))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aLeaseThatEndsDoesNotKeepTheServerUp() {
        DflockdServer server = servers.start(config -> config.shutdownTimeout(Duration.ZERO));
        WireClient holder = servers.client();
        holder.ask("l", "k", "0 1");

        CompletableFuture<Void> drained = server.drain();

        holder.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    @Test
    void theShutdownTimeoutEndsWhatDoesNotEndByItself() {
        DflockdServer server = servers.start(config -> config.shutdownTimeout(SECOND));
        WireClient holder = servers.client();
        holder.ask("l", "k", "0 600");

        CompletableFuture<Void> drained = server.drain();

        holder.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    @Test
    void aShutdownTimeoutOfZeroIsNone() {
        DflockdServer server = servers.start(config -> config.shutdownTimeout(Duration.ZERO));
        WireClient holder = servers.client();
        String token = holder.ask("l", "k", "0 600").split(" ", -1)[1];

        CompletableFuture<Void> drained = server.drain();

        holder.expectQuiet(500);
        assertThat(drained).isNotCompleted();
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        holder.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    @Test
    void aClientThatHasNotAuthenticatedDoesNotHoldItUp() {
        DflockdServer server = servers.start(config -> config.authToken("secret"));
        WireClient undecided = servers.client();
        eventually().until(() -> server.connections() == 1);

        CompletableFuture<Void> drained = server.drain();

        undecided.expectEof();
        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);
    }

    /** So many locks that stats are collected in the background. */
    @Test
    void aClientThatWaitsForStatsGetsThemBeforeTheEnd() {
        DflockdServer server = servers.start(config -> config.maxLocks(20_000));
        WireClient holder = servers.client();
        ServerFixture.acquireMany(holder, "k", 10_000);
        WireClient curious = servers.client();
        curious.sendRaw("ping\n_\n_\nstats\n_\n_\n");
        assertThat(curious.readLine()).isEqualTo("ok");

        server.drain();

        assertThat(curious.readLine()).startsWith("ok {");
        curious.expectEof();
    }

    @Test
    void aSecondDrainIsTheFirst() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        holder.ask("l", "k", "0");

        assertThat(server.drain()).isSameAs(server.drain());
    }

    @Test
    void closingCutsADrainShort() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        holder.ask("l", "k", "0");
        CompletableFuture<Void> drained = server.drain();

        server.close();

        holder.expectEof();
        assertThat(drained).isCompleted();
    }

    @Test
    @Pitfall({"SL-04", "SL-05"})
    void aServerThatHasEndedKeepsNoThread() {
        DflockdServer server = servers.start(config -> config.shutdownTimeout(Duration.ofHours(1)));
        WireClient holder = servers.client();
        String token = holder.ask("l", "k", "0").split(" ", -1)[1];
        CompletableFuture<Void> drained = server.drain();
        holder.ask("r", "k", token);

        assertThat(drained).succeedsWithin(ServerFixture.PATIENCE);

        eventually().untilAsserted(() -> assertThat(ServerThreads.names()).isEmpty());
    }
}
