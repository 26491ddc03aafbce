package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.NotLeaderException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What can be asked of its own node alone is asked there again, until it has a leader or the patience is over. */
final class LeaderlessNodeTest {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final VirtualClient client =
            new VirtualClient(DflockdOptions.builder().releaseTimeout(Duration.ofSeconds(2)));
    private final ScriptedLane lane = client.lane().answering(request -> "error_not_leader");

    @Test
    void isAskedAgainForARelease() {
        Grant grant = client.grant(lane, "orders", LEASE);
        CompletableFuture<Boolean> release = grant.releaseAsync();
        assertThat(grant.isHeld()).isFalse();
        assertThat(release).isNotDone();

        lane.answering(request -> "ok");
        client.timers.pass(A_SECOND);

        assertThat(release).isCompletedWithValue(true);
        assertThat(lane.requests("r")).hasSize(2);
        assertThat(lane.timesFinished()).isOne();
    }

    @Test
    void isNotAskedForAReleaseForLongerThanAReleaseMayTake() {
        Grant grant = client.grant(lane, "orders", LEASE);
        CompletableFuture<Boolean> release = grant.releaseAsync();

        client.timers.pass(Duration.ofMinutes(1));

        assertThat(release).isCompletedWithValue(false);
        assertThat(lane.requests("r")).hasSize(9); // each quarter of a second, for two
        assertThat(lane.timesFinished()).isOne();
    }

    @Test
    void isAskedAgainForTheSlotOfATicket() {
        CompletableFuture<Grant> grant = ticket().awaitAsync(Duration.ofSeconds(30));
        client.timers.pass(A_SECOND);
        assertThat(grant).isNotDone();

        lane.answering(request -> "ok 0000000000000001aaaaaaaaaaaaaaaa 60 1");
        client.timers.pass(A_SECOND);

        assertThat(grant.join().isHeld()).isTrue();
        assertThat(lane.timesFinished()).isZero();
    }

    @Test
    void isNotAskedForTheSlotOfATicketForLongerThanThePatience() {
        CompletableFuture<Grant> grant = ticket().awaitAsync(A_SECOND);

        client.timers.pass(A_SECOND);

        assertThatThrownBy(grant::join).hasCauseInstanceOf(NotLeaderException.class);
        assertThat(lane.timesFinished()).isOne();
    }

    private Ticket ticket() {
        lane.answering(request -> "queued");
        Ticket ticket =
                client.enqueue(lane, VirtualClient.lock("orders", LEASE)).join();
        lane.answering(request -> "error_not_leader");
        return ticket;
    }
}
