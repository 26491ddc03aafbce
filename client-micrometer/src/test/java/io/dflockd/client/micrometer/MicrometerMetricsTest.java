package io.dflockd.client.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.Dflockd;
import io.dflockd.client.DflockdOptions;
import io.dflockd.client.Grant;
import io.dflockd.client.LockKind;
import io.dflockd.client.LossReason;
import io.dflockd.client.MoveReason;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MicrometerMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMetrics metrics = new MicrometerMetrics(registry);

    @Test
    void timesAcquisitionsByKindAndOutcome() {
        metrics.acquired(LockKind.LOCK, Duration.ofMillis(20));
        metrics.acquired(LockKind.LOCK, Duration.ofMillis(30));
        metrics.timedOut(LockKind.LOCK, Duration.ofSeconds(5));
        metrics.acquired(LockKind.READ, Duration.ofMillis(1));

        assertThat(millis("acquire", "kind", "lock", "outcome", "granted")).isEqualTo(50);
        assertThat(millis("acquire", "kind", "lock", "outcome", "timeout")).isEqualTo(5_000);
        assertThat(millis("acquire", "kind", "read", "outcome", "granted")).isEqualTo(1);
    }

    @Test
    void timesRenewals() {
        metrics.renewed(LockKind.SEMAPHORE, Duration.ofMillis(3));

        assertThat(millis("renew", "kind", "semaphore")).isEqualTo(3);
    }

    @Test
    void countsReleasesByWhatTheServerSaid() {
        metrics.released(LockKind.WRITE, true);
        metrics.released(LockKind.WRITE, false);
        metrics.released(LockKind.WRITE, false);

        assertThat(count("release", "kind", "write", "outcome", "confirmed")).isEqualTo(1);
        assertThat(count("release", "kind", "write", "outcome", "unconfirmed")).isEqualTo(2);
    }

    @Test
    void countsLossesByReason() {
        metrics.lost(LockKind.ELECTION, LossReason.CONNECTION_LOST);
        metrics.lost(LockKind.ELECTION, LossReason.LEASE_EXPIRED);

        assertThat(count("lost", "kind", "election", "reason", "connection_lost"))
                .isEqualTo(1);
        assertThat(count("lost", "kind", "election", "reason", "lease_expired")).isEqualTo(1);
    }

    @Test
    void countsConnectionsByServer() {
        metrics.connected("one:6388");
        metrics.disconnected("one:6388");
        metrics.connected("one:6388");
        metrics.connectFailed("two:6388");

        assertThat(count("connections", "server", "one:6388", "event", "connected"))
                .isEqualTo(2);
        assertThat(count("connections", "server", "one:6388", "event", "disconnected"))
                .isEqualTo(1);
        assertThat(count("connections", "server", "two:6388", "event", "failed"))
                .isEqualTo(1);
    }

    @Test
    void countsMovesByTheNodeThatWasLeftAndTheReason() {
        metrics.moved("one:6388", "two:6388", MoveReason.NODE_GONE);
        metrics.moved("one:6388", "three:6388", MoveReason.NODE_GONE);
        metrics.moved("two:6388", "one:6388", MoveReason.NOT_LEADER);

        assertThat(count("moves", "server", "one:6388", "reason", "node_gone")).isEqualTo(2);
        assertThat(count("moves", "server", "two:6388", "reason", "not_leader")).isEqualTo(1);
    }

    @Test
    void showsNothingBeforeSomethingHappened() {
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void saysWhatEachMeterMeans() {
        metrics.acquired(LockKind.LOCK, Duration.ZERO);
        metrics.renewed(LockKind.LOCK, Duration.ZERO);
        metrics.released(LockKind.LOCK, true);
        metrics.lost(LockKind.LOCK, LossReason.REFUSED);
        metrics.connected("one:6388");
        metrics.moved("one:6388", "two:6388", MoveReason.DRAINING);

        assertThat(registry.getMeters())
                .hasSize(6)
                .extracting(Meter::getId)
                .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank());
    }

    @Test
    void isToldOfWhatAClientDoes() throws StartupException {
        try (DflockdServer server =
                        DflockdServer.start(ServerConfig.builder().port(0).build());
                Dflockd dflockd = Dflockd.connect(DflockdOptions.builder()
                        .servers("127.0.0.1:" + server.address().getPort())
                        .metrics(metrics)
                        .build())) {
            try (Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
                assertThat(grant.isHeld()).isTrue();
            }

            assertThat(registry.get("dflockd.client.acquire")
                            .tags("kind", "lock", "outcome", "granted")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(count("release", "kind", "lock", "outcome", "confirmed")).isEqualTo(1);
            assertThat(count(
                            "connections",
                            "server",
                            "127.0.0.1:" + server.address().getPort(),
                            "event",
                            "connected"))
                    .isEqualTo(1);
        }
    }

    private double millis(String name, String... tags) {
        return registry.get("dflockd.client." + name).tags(tags).timer().totalTime(TimeUnit.MILLISECONDS);
    }

    private double count(String name, String... tags) {
        return registry.get("dflockd.client." + name).tags(tags).counter().count();
    }
}
