package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants whose request had to wait, so that nobody knows how much of the lease is left. */
@Pitfall({"CL-01", "LC-09"})
class LateGrantTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final VirtualClient client = new VirtualClient();
    private final VirtualTimers timers = client.timers;
    private final ScriptedLane lane = client.lane();

    @Test
    void aGrantThatCameSoonerThanItsRenewalIsDueIsHandedOverAtOnce() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMillis(4_400));

        timers.pass(Duration.ZERO);

        assertThat(grant).isCompleted();
        assertThat(grant.join().remaining()).isEqualTo(Duration.ofMillis(9_990 - 4_400));
        assertThat(lane.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 9, 10, 11, 3_600})
    void oneThatCameLaterIsRenewedBeforeItIsHandedOver(int waitedSeconds) {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofSeconds(waitedSeconds));
        timers.pass(Duration.ofMillis(100));
        assertThat(grant).isNotDone();
        assertThat(lane.requests()).containsExactly("n orders token-1 10");

        lane.answer("ok 10 1");

        assertThat(grant).isCompleted();
        assertThat(grant.join().isHeld()).isTrue();
        assertThat(grant.join().remaining()).isEqualTo(Duration.ofMillis(9_990 - 100));
    }

    @Test
    void afterThatItIsRenewedAsUsual() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMinutes(1));
        lane.answering(request -> "ok 10 1");

        timers.pass(Duration.ofMinutes(5));

        assertThat(grant.join().isHeld()).isTrue();
    }

    @Test
    void theCallerHearsThatTheServerDoesNotKnowItAnyMore() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMinutes(1));
        timers.pass(Duration.ZERO);

        lane.answer("error_lease_expired");

        assertLost(grant, LossReason.LEASE_EXPIRED);
    }

    @Test
    void theCallerHearsThatTheConnectionBroke() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMinutes(1));
        timers.pass(Duration.ZERO);

        lane.breakOff(new ConnectionException("reset"));

        assertLost(grant, LossReason.CONNECTION_LOST);
    }

    @Test
    void theCallerHearsThatThereWasNoAnswerInTime() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMinutes(1));

        timers.pass(LEASE);

        assertLost(grant, LossReason.LEASE_EXPIRED);
    }

    @Test
    void theCallerHearsThatTheProcessWasStoppedForTooLongToSend() {
        CompletableFuture<Grant> grant = grantAfter(Duration.ofMinutes(1));

        timers.freeze(LEASE);
        timers.pass(Duration.ZERO);

        assertLost(grant, LossReason.LEASE_EXPIRED);
    }

    private CompletableFuture<Grant> grantAfter(Duration waited) {
        long sent = timers.nanoTime();
        timers.pass(waited);
        return client.answered(lane, VirtualClient.lock("orders", LEASE), sent, LEASE.toSeconds());
    }

    private void assertLost(CompletableFuture<Grant> grant, LossReason reason) {
        assertThat(grant).isDone();
        assertThatThrownBy(grant::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(GrantLostException.class)
                .hasMessage("lock 'orders' on lock1:6388 is lost: " + reason);
        assertThat(client.losses()).containsExactly(reason);
    }
}
