package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GrantTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final VirtualClient client = new VirtualClient();
    private final VirtualTimers timers = client.timers;
    private final ScriptedLane lane = client.lane();
    private final Grant grant = client.grant(lane, "orders", LEASE);

    @Test
    void isHeldWithItsTokenAndFence() {
        assertThat(grant.key()).isEqualTo("orders");
        assertThat(grant.isHeld()).isTrue();
        assertThat(grant.token()).isEqualTo("token-1");
        assertThat(grant.fence()).isEqualTo(1);
        assertThat(grant).hasToString("Grant[lock 'orders' on lock1:6388, held=true]");
        grant.ensureHeld();
    }

    @Test
    @Pitfall("CL-06")
    void aReleaseIsTrueOnlyOnTheServersWord() {
        CompletableFuture<Boolean> released = grant.releaseAsync();
        assertThat(grant.isHeld()).as("from the call on").isFalse();
        assertThat(released).isNotDone();

        lane.answer("ok");

        assertThat(released.join()).isTrue();
        assertThat(grant.release()).as("again").isTrue();
        assertThat(lane.requests()).containsExactly("r orders token-1");
    }

    @Test
    @Pitfall("CL-06")
    void aReleaseThatTheServerDoesNotConfirmIsFalse() {
        CompletableFuture<Boolean> refused = grant.releaseAsync();
        lane.answer("error");
        assertThat(refused.join()).isFalse();

        Grant second = client.grant(lane, "orders", LEASE);
        CompletableFuture<Boolean> cutOff = second.releaseAsync();
        lane.breakOff(new ConnectionException("reset"));
        assertThat(cutOff.join()).isFalse();
        assertThat(client.losses()).as("whoever gave it back has not lost it").isEmpty();
    }

    @Test
    @Pitfall("CL-07")
    void aReleaseWaitsForASilentServerNoLongerThanTheOptionsSay() {
        VirtualClient hasty = new VirtualClient(DflockdOptions.builder().releaseTimeout(Duration.ofMillis(1)));
        ScriptedLane silent = hasty.lane();
        Grant stuck = hasty.grant(silent, "orders", LEASE);
        hasty.timers.pass(Duration.ofSeconds(5)); // a renewal is under way, and will be for ever

        assertThat(stuck.release()).isFalse();
        stuck.close();

        assertThat(silent.requests()).containsExactly("n orders token-1 10", "r orders token-1");
    }

    @Test
    void aReleaseOfWhatIsLostAsksTheServerNothing() {
        lane.breakOff(new ConnectionException("reset"));

        assertThat(grant.release()).isFalse();
        assertThat(lane.requests()).isEmpty();
    }

    @Test
    void aBrokenConnectionIsALossAtOnce() {
        lane.breakOff(new ConnectionException("reset"));

        assertThat(grant.isHeld()).isFalse();
        assertThat(VirtualClient.tellAll(grant)).isEqualTo(LossReason.CONNECTION_LOST);
    }

    @Test
    void aClosedClientIsALossWithItsOwnReason() {
        lane.breakOff(new ClientClosedException());

        assertThat(VirtualClient.tellAll(grant)).isEqualTo(LossReason.CLIENT_CLOSED);
    }

    @Test
    @Pitfall("CL-18")
    void leavesNothingBehindHoweverItEnds() {
        Grant released = client.grant(lane, "bills", LEASE);
        released.releaseAsync();
        lane.answer("ok");
        assertThat(lane.timesFinished()).isEqualTo(1);

        timers.freeze(LEASE);
        assertThat(grant.isHeld()).isFalse();

        assertThat(lane.timesFinished()).isEqualTo(2);
        assertThat(lane.breakListeners()).isZero();
        assertThat(timers.pending()).isZero();
    }

    @Test
    @Pitfall("CL-08")
    void theRenewalOfAnEarlierGrantDoesNotTouchALaterOneOfTheSameKey() {
        timers.pass(Duration.ofSeconds(5));
        Exchange earlier = lane.oldestOpen();
        grant.releaseAsync();
        Grant later = client.grant(lane, "orders", LEASE);
        Duration before = later.remaining();

        earlier.complete("error_lease_expired");
        assertThat(later.isHeld()).isTrue();
        assertThat(later.token()).isEqualTo("token-2");

        timers.pass(Duration.ofSeconds(1));
        assertThat(later.remaining()).isEqualTo(before.minusSeconds(1));
        assertThat(client.losses()).isEmpty();
    }

    @Test
    @Pitfall("CL-08")
    void aSuccessfulRenewalOfAnEarlierGrantDoesNotLengthenALaterOne() {
        timers.pass(Duration.ofSeconds(5));
        Exchange earlier = lane.oldestOpen();
        grant.releaseAsync();
        Grant later = client.grant(lane, "orders", LEASE);

        earlier.complete("ok 1000 1");

        assertThat(later.remaining()).isLessThan(LEASE);
        assertThat(grant.isHeld()).isFalse();
    }

    @Test
    @Pitfall("CL-19")
    void tokenFenceAndHeldAreGoneTogetherBeforeAnybodyIsTold() {
        List<Object> seen = new ArrayList<>();
        grant.onLost(reason -> {
            seen.add(grant.isHeld());
            seen.add(grant.remaining());
            assertThatThrownBy(grant::token).isInstanceOf(GrantLostException.class);
            assertThatThrownBy(grant::fence).isInstanceOf(GrantLostException.class);
            assertThatThrownBy(grant::ensureHeld).isInstanceOf(GrantLostException.class);
            seen.add("all three");
        });

        lane.breakOff(new ConnectionException("reset"));

        VirtualClient.tellAll(grant);
        assertThat(seen).containsExactly(false, Duration.ZERO, "all three");
    }

    @Test
    @Pitfall("CL-13")
    void aListenerMayReleaseAndAskAndAddListeners() {
        CompletableFuture<String> result = new CompletableFuture<>();
        grant.onLost(reason -> {
            boolean released = grant.release();
            grant.close();
            grant.onLost(again -> result.complete(released + " " + grant.isHeld() + " " + again));
        });

        timers.pass(LEASE);

        assertThat(result).succeedsWithin(LEASE).isEqualTo("false false its lease ran out");
    }

    @Test
    @Pitfall("CL-13")
    void listenersAreToldInTheirOrderAndOneThatThrowsHarmsNoOther() {
        List<Integer> told = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            grant.onLost(reason -> {
                told.add(number);
                throw new IllegalStateException("listener " + number);
            });
        }

        lane.breakOff(new ConnectionException("reset"));

        VirtualClient.tellAll(grant);
        assertThat(told).hasSize(50).isSorted();
        assertThat(grant.lost()).succeedsWithin(LEASE).isEqualTo(LossReason.CONNECTION_LOST);
    }

    @Test
    void aListenerThatComesAfterTheLossIsToldToo() {
        timers.freeze(LEASE);
        CompletableFuture<LossReason> told = new CompletableFuture<>();

        grant.onLost(told::complete);

        assertThat(told).succeedsWithin(LEASE).isEqualTo(LossReason.LEASE_EXPIRED);
    }

    @Test
    void nobodyIsToldOfALossThatWasARelease() {
        List<LossReason> told = new ArrayList<>();
        grant.onLost(told::add);
        grant.releaseAsync();

        timers.pass(Duration.ofHours(1));
        lane.breakOff(new ConnectionException("reset"));

        assertThat(told).isEmpty();
        assertThat(client.losses()).isEmpty();
        assertThat(grant.lost().toCompletableFuture()).isNotDone();
        assertThatThrownBy(grant::token).isInstanceOf(GrantLostException.class).hasMessageContaining("was released");
    }

    @Test
    @Pitfall("CL-20")
    void whatGoesWrongWhileClosingDoesNotHideWhatTheApplicationThrew() {
        assertThatThrownBy(() -> {
                    try (grant) {
                        lane.answering(request -> "error_auth");
                        throw new IllegalArgumentException("of the application");
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("of the application");
        assertThat(lane.requests()).containsExactly("r orders token-1");
    }

    @Test
    @Pitfall("CL-20")
    void closingThrowsNothingEvenIfTheConnectionIsGone() {
        lane.answering(request -> {
            lane.breakOff(new ConnectionException("reset"));
            return null;
        });

        grant.close();

        assertThat(grant.isHeld()).isFalse();
    }

    @Test
    @Pitfall("CL-13")
    void whoWorksUnderItIsStoppedOnAThreadThatNoListenerUses() {
        CompletableFuture<String> stopped = new CompletableFuture<>();
        CompletableFuture<String> stoppedLate = new CompletableFuture<>();
        grant.whenLost(() -> stopped.complete(Thread.currentThread().getName()));

        lane.breakOff(new ConnectionException("reset"));
        assertThat(stopped.join()).isEqualTo("virtual-interrupt-1");

        grant.whenLost(() -> stoppedLate.complete(Thread.currentThread().getName()));
        assertThat(stoppedLate.join()).startsWith("virtual-interrupt-");
    }
}
