package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.wire.GrantKind;
import io.dflockd.client.wire.Slot;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManyGrantsTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    @Test
    @Pitfall("CL-22")
    void aServerThatIsSilentDoesNotDelayTheRenewalsOfOthers() {
        VirtualClient client = new VirtualClient();
        List<ScriptedLane> lanes = List.of(
                client.lane().answering(request -> "ok 10 1"),
                client.lane().answering(request -> "ok 10 1"),
                client.lane());
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            grants.add(client.grant(lanes.get(i % 3), "orders-" + i, LEASE));
        }

        for (int second = 0; second < 120; second++) {
            client.timers.pass(Duration.ofSeconds(1));
            for (int i = 0; i < grants.size(); i++) {
                boolean isOnSilentLane = i % 3 == 2;
                assertThat(grants.get(i).isHeld()).isEqualTo(!isOnSilentLane || second < 9);
            }
        }

        assertThat(client.losses()).hasSize(333).containsOnly(LossReason.LEASE_EXPIRED);
        assertThat(lanes.get(2).requests()).as("one each, without an answer").hasSize(333);
    }

    @Test
    @Pitfall("RW-08")
    void keepsAHundredReadersAndReleasesThemAsReaders() {
        VirtualClient client = new VirtualClient();
        ScriptedLane lane = client.lane().answering(request -> request.startsWith("rn ") ? "ok 10 1" : "ok");
        Slot reading = new Slot(GrantKind.READ, "doc", 1, LEASE);
        List<Grant> readers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            readers.add(client.answered(lane, reading, client.timers.nanoTime(), LEASE.toSeconds())
                    .join());
        }

        client.timers.pass(LEASE.multipliedBy(5));

        assertThat(readers).allMatch(Grant::isHeld).allMatch(Grant::release);
        assertThat(lane.requests())
                .extracting(request -> request.substring(0, 3))
                .containsOnly("rn ", "rr ");
    }

    @Test
    @Pitfall("EL-03")
    void aLeaderThatHearsNothingMoreStopsBelievingBeforeItsLeaseIsOver() {
        VirtualClient client = new VirtualClient();
        Slot leading = new Slot(GrantKind.ELECTION, "scheduler", 1, LEASE);
        Leadership leadership =
                new Leadership(client.answered(client.lane(), leading, client.timers.nanoTime(), LEASE.toSeconds())
                        .join());

        client.timers.pass(LEASE.minusMillis(20));
        assertThat(leadership.isHeld()).isTrue();
        client.timers.pass(Duration.ofMillis(19));

        assertThat(leadership.isHeld()).isFalse();
    }
}
