package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Pitfall("CL-09")
class TicketRenewalTest {
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final VirtualClient client = new VirtualClient();
    private final ScriptedLane lane = client.lane();

    private Ticket ticket(Map<String, String> answers) {
        lane.answering(request -> answers.get(request.substring(0, request.indexOf(' '))));
        return client.enqueue(lane, VirtualClient.lock("orders", LEASE)).join();
    }

    @Test
    void aSlotThatWasFreeIsNotRenewedBeforeItIsAwaited() {
        Ticket ticket = ticket(Map.of("e", "acquired token-1 1 1", "w", "ok token-1 1 1", "n", "ok 1 1"));
        assertThat(ticket.isGranted()).isTrue();
        client.timers.pass(Duration.ofMillis(900));
        assertThat(lane.requests("n")).isEmpty();

        Grant grant = ticket.await(Duration.ZERO);
        client.timers.pass(Duration.ofMinutes(1));

        assertThat(grant.isHeld()).isTrue();
        assertThat(lane.requests("n")).hasSizeGreaterThan(60).containsOnly("n orders token-1 1");
    }

    @Test
    void aSlotThatWasWaitedForIsRenewedFromItsGrantOn() {
        Ticket ticket = ticket(Map.of("e", "queued", "w", "ok token-1 1 1", "n", "ok 1 1"));
        client.timers.pass(Duration.ofMinutes(1));
        assertThat(lane.requests("n")).isEmpty();
        Grant grant = ticket.await(Duration.ZERO);

        client.timers.pass(Duration.ofMinutes(1));

        assertThat(grant.isHeld()).isTrue();
        assertThat(lane.requests("n")).hasSizeGreaterThan(60).containsOnly("n orders token-1 1");
    }
}
