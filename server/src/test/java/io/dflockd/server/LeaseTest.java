package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Project;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leases on a running server: what ends them, and what must not. */
final class LeaseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    @Pitfall("LC-02")
    void silenceEndsNoLockNoWaitAndNoEntry() {
        DflockdServer server = servers.start(config -> config.readTimeout(SECOND));
        WireClient holder = servers.client();
        String token = token(holder.ask("l", "k", "0 120"));
        WireClient waiter = servers.client();
        waiter.send("l", "k", "60");
        awaitWaiters(server, 1);
        WireClient entrant = servers.client();
        assertThat(entrant.ask("e", "k", "120")).isEqualTo("queued");
        WireClient bystander = servers.client();

        bystander.expectEof(); // one read timeout has passed for somebody who has nothing
        holder.expectQuiet(1_500); // and another one

        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        String second = token(waiter.readLine());
        assertThat(waiter.ask("r", "k", second)).isEqualTo("ok");
        assertThat(entrant.ask("w", "k", "0")).endsWith(" 120");
    }

    @Test
    @Pitfall("LC-03")
    void aStallCostsNobodyALease() {
        AtomicLong stalled = new AtomicLong();
        DflockdServer server = servers.start(
                config -> config.leaseSweepInterval(SECOND), new SteadyClock(() -> System.nanoTime() + stalled.get()));
        WireClient holder = servers.client();
        WireClient waiter = servers.client();
        String token = token(holder.ask("l", "k", "0 8"));
        waiter.send("l", "k", "60");
        awaitWaiters(server, 1);

        for (int i = 0; i < 10; i++) {
            stalled.addAndGet(TimeUnit.SECONDS.toNanos(60));
            eventually().until(() -> server.timeKeeperAgeNanos() < SECOND.toNanos());

            assertThat(holder.ask("n", "k", token + " 8")).isEqualTo("ok 8");
        }
        waiter.expectQuiet(50);
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        assertThat(waiter.readLine()).startsWith("ok ");
    }

    /** The real thing: the process stands still for longer than the lease, and the renewal waits in the socket. */
    @Test
    @Pitfall("LC-03")
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aStoppedProcessHearsTheRenewalBeforeItEndsTheLease() throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.start(List.of());
                WireClient holder = server.client();
                WireClient waiter = server.client()) {
            String token = token(holder.ask("l", "k", "0 5"));
            waiter.send("l", "k", "60");

            server.signal("STOP");
            holder.send("n", "k", token + " 5");
            waiter.expectQuiet(6_000);
            server.signal("CONT");

            assertThat(holder.readLine()).isEqualTo("ok 5");
            assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
            assertThat(waiter.readLine()).startsWith("ok ");
        }
    }

    @Test
    @Pitfall("LC-07")
    void leasesAndTimeoutsHoldWhileTheClockWraps() {
        long origin = System.nanoTime();
        long beforeTheEnd = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(500);
        servers.start(config -> config, new SteadyClock(() -> System.nanoTime() - origin + beforeTheEnd));
        WireClient holder = servers.client();
        WireClient patient = servers.client();
        WireClient impatient = servers.client();
        String token = token(holder.ask("l", "k", "0 10"));
        patient.send("l", "k", "60");
        patient.expectQuiet(20);

        assertThat(impatient.ask("l", "k", "1")).isEqualTo("timeout");
        patient.expectQuiet(1);
        assertThat(holder.ask("n", "k", token + " 1")).isEqualTo("ok 1");
        assertThat(patient.readLine()).startsWith("ok ");
        assertThat(holder.ask("n", "k", token)).isEqualTo("error");
    }

    /** The wall clock is read once, for the first fence; everything else would follow it when it is set. */
    @Test
    @Pitfall("LC-01")
    void nothingButTheFirstFenceLooksAtTheWallClock() throws IOException {
        Path classes = Project.locationOf(DflockdServer.class);
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(constants).as(file.toString()).doesNotContain("currentTimeMillis", "java/time/Clock");
                if (!file.endsWith("EmbeddedRuntime.class")) {
                    assertThat(constants).as(file.toString()).doesNotContain("java/time/Instant");
                }
            }
        }
    }

    private static String token(String granted) {
        assertThat(granted).matches("ok [0-9a-f]{32} \\d+");
        return granted.split(" ", -1)[1];
    }
}
