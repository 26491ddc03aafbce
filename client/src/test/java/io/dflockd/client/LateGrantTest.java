package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.wire.Slot;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Grants whose request had to wait, so that nobody knows how much of the lease is left. */
@Pitfall({"CL-01", "LC-09"})
class LateGrantTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofHours(2);
    private static final Slot SLOT = VirtualClient.lock("orders", LEASE);

    private final VirtualClient client = new VirtualClient();
    private final VirtualTimers timers = client.timers;
    private final ScriptedLane lane = client.lane();

    /** How one comes to a grant. What waits is the request whose answer is the grant. */
    enum Way {
        ACQUIRED {
            @Override
            CompletableFuture<Grant> grantAfter(Duration waited, LateGrantTest test) {
                long sent = test.timers.nanoTime();
                test.timers.pass(waited);
                return test.client.answered(test.lane, SLOT, sent, LEASE.toSeconds());
            }
        },
        AWAITED {
            @Override
            CompletableFuture<Grant> grantAfter(Duration waited, LateGrantTest test) {
                CompletableFuture<Ticket> ticket = test.client.enqueue(test.lane, SLOT);
                test.lane.answer("queued");
                CompletableFuture<Grant> grant = ticket.join().awaitAsync(PATIENCE);
                test.timers.pass(waited);
                test.lane.answer("ok token-1 10 1");
                return grant;
            }
        };

        abstract CompletableFuture<Grant> grantAfter(Duration waited, LateGrantTest test);
    }

    static Stream<Arguments> waysAndSeconds() {
        return Stream.of(Way.values())
                .flatMap(way -> IntStream.of(5, 9, 10, 11, 3_600).mapToObj(seconds -> Arguments.of(way, seconds)));
    }

    @ParameterizedTest
    @EnumSource
    void aGrantThatCameSoonerThanItsRenewalIsDueIsHandedOverAtOnce(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMillis(4_400), this);

        timers.pass(Duration.ZERO);

        assertThat(grant).isCompleted();
        assertThat(grant.join().remaining()).isEqualTo(Duration.ofMillis(9_990 - 4_400));
        assertThat(lane.requests("n")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("waysAndSeconds")
    void oneThatCameLaterIsRenewedBeforeItIsHandedOver(Way way, int waitedSeconds) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofSeconds(waitedSeconds), this);
        timers.pass(Duration.ofMillis(100));
        assertThat(grant).isNotDone();
        assertThat(lane.requests("n")).containsExactly("n orders token-1 10");

        lane.answer("ok 10 1");

        assertThat(grant).isCompleted();
        assertThat(grant.join().isHeld()).isTrue();
        assertThat(grant.join().remaining()).isEqualTo(Duration.ofMillis(9_990 - 100));
    }

    @ParameterizedTest
    @EnumSource
    void theConfirmationTakesNoLongerThanAnyAnswer(Way way) {
        way.grantAfter(Duration.ofMinutes(1), this);
        timers.pass(Duration.ofMillis(100));

        assertThat(lane.requests("n")).hasSize(1);
        assertThat(lane.lastPatience()).isEqualTo(Duration.ofSeconds(5)); // and not as long as its lease
    }

    @ParameterizedTest
    @EnumSource
    void afterThatItIsRenewedAsUsual(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMinutes(1), this);
        lane.answering(request -> "ok 10 1");

        timers.pass(Duration.ofMinutes(5));

        assertThat(grant.join().isHeld()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theCallerHearsThatTheServerDoesNotKnowItAnyMore(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMinutes(1), this);
        timers.pass(Duration.ZERO);

        lane.answer("error_lease_expired");

        assertLost(grant, LossReason.LEASE_EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void theCallerHearsThatTheConnectionBroke(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMinutes(1), this);
        timers.pass(Duration.ZERO);

        lane.breakOff(new ConnectionException("reset"));

        assertLost(grant, LossReason.CONNECTION_LOST);
    }

    @ParameterizedTest
    @EnumSource
    void theCallerHearsThatThereWasNoAnswerInTime(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMinutes(1), this);

        timers.pass(LEASE);

        assertLost(grant, LossReason.LEASE_EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void theCallerHearsThatTheProcessWasStoppedForTooLongToSend(Way way) {
        CompletableFuture<Grant> grant = way.grantAfter(Duration.ofMinutes(1), this);

        timers.freeze(LEASE);
        timers.pass(Duration.ZERO);

        assertLost(grant, LossReason.LEASE_EXPIRED);
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
