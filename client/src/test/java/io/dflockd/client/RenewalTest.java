package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.GrantKind;
import io.dflockd.client.wire.Slot;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RenewalTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration SAFETY = LEASE.dividedBy(1000); // clocks may drift

    private final VirtualClient client = new VirtualClient();
    private final VirtualTimers timers = client.timers;
    private final ScriptedLane lane = client.lane();

    @Test
    void renewsAtHalfTheLeaseOrUpToATenthOfThatEarlier() {
        for (int i = 0; i < 200; i++) {
            Grant grant = client.grant(lane, "orders-" + i, LEASE);
            long granted = timers.nanoTime();
            timers.pass(Duration.ofSeconds(5));

            Exchange renewal = lane.oldestOpen();
            long pauseMillis = (renewal.sentNanos() - granted) / 1_000_000;
            assertThat(pauseMillis).isBetween(4_480L, 5_000L); // 20 ms are the tick in which renewals leave together
            lane.answer("ok 10 1");
            grant.releaseAsync();
            lane.answer("ok");
        }
    }

    @Test
    @Pitfall("CL-09")
    void locksThatWereTakenTogetherAreNotRenewedTogetherForEver() {
        lane.answering(request -> "ok 10 1");
        for (int i = 0; i < 100; i++) {
            client.grant(lane, "orders-" + i, LEASE);
        }

        timers.pass(Duration.ofSeconds(5));

        assertThat(lane.exchanges().stream().map(Exchange::sentNanos).distinct())
                .hasSizeGreaterThan(10);
    }

    @Test
    @Pitfall("CL-09")
    void leasesOfASecondAreHeldForAMinute() {
        lane.answering(request -> "ok 1 1");
        Grant grant = client.grant(lane, "orders", Duration.ofSeconds(1));

        for (int i = 0; i < 6_000; i++) {
            timers.pass(Duration.ofMillis(10));
            assertThat(grant.isHeld()).isTrue();
        }

        assertThat(lane.requests("n")).hasSizeBetween(120, 140);
        assertThat(client.losses()).isEmpty();
    }

    @Test
    @Pitfall("LC-08")
    void aRenewalAsksForTheLeaseThatTheUserWanted() {
        lane.answering(request -> "ok 300 1");
        Grant grant = client.grant(lane, "orders", Duration.ofMinutes(5));

        timers.pass(Duration.ofHours(1));

        assertThat(grant.isHeld()).isTrue();
        assertThat(lane.requests()).hasSizeGreaterThan(20).containsOnly("n orders token-1 300");
    }

    @Test
    void aRenewalAsksForNoLeaseIfTheUserLeftItToTheServer() {
        lane.answering(request -> "ok 33 1");
        Slot slot = new Slot(GrantKind.SEMAPHORE, "pool", 3, null);
        client.answered(lane, slot, timers.nanoTime(), 33).join();

        timers.pass(Duration.ofMinutes(1));

        assertThat(lane.requests()).hasSizeGreaterThan(2).containsOnly("sn pool token-1");
    }

    @Test
    void theTimeThatTheServerStillGivesReplacesTheLease() {
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        long sent = lane.oldestOpen().sentNanos();

        lane.answer("ok 2 1");

        assertThat(grant.remaining()).isEqualTo(Duration.ofNanos(sent - timers.nanoTime() + 1_998_000_000L));
        timers.pass(Duration.ofSeconds(1));
        assertThat(lane.oldestOpen().sentNanos() - sent).isBetween(880_000_000L, 1_000_000_000L);
    }

    @Test
    @Pitfall("CL-01")
    void onASilentNetworkItIsLostWhenTheLeaseEndsThatTheLastSuccessfulRenewalWonAsItLeft() {
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        long sent = lane.oldestOpen().sentNanos();
        timers.pass(Duration.ofSeconds(1));
        lane.answer("ok 10 1"); // that it took so long is time lost

        Duration left = LEASE.minus(SAFETY).minusNanos(timers.nanoTime() - sent);
        timers.pass(left.minusNanos(1));
        assertThat(grant.isHeld()).isTrue();
        assertThat(client.losses()).isEmpty();

        timers.pass(Duration.ofNanos(1));
        assertThat(client.losses()).as("before anybody has looked").containsExactly(LossReason.LEASE_EXPIRED);
        assertThat(grant.isHeld()).isFalse();
        assertThat(VirtualClient.tellAll(grant)).isEqualTo(LossReason.LEASE_EXPIRED);
    }

    @Test
    @Pitfall({"CL-01", "CL-11"})
    void aLookIsEnoughToFindOutThatItIsOverIfNoTimerHasRun() {
        Grant grant = client.grant(lane, "orders", LEASE);

        timers.freeze(LEASE.minus(SAFETY).minusNanos(1));
        assertThat(grant.isHeld()).isTrue();

        timers.freeze(Duration.ofNanos(1));
        assertThat(grant.isHeld()).isFalse();
        assertThat(grant.remaining()).isZero();
        assertThatThrownBy(grant::fence).isInstanceOf(GrantLostException.class);
        assertThat(VirtualClient.tellAll(grant)).isEqualTo(LossReason.LEASE_EXPIRED);
    }

    @Test
    @Pitfall("CL-11")
    void aRenewalThatIsAnsweredAfterAPauseLongerThanTheLeaseDoesNotReviveIt() {
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        timers.freeze(Duration.ofMinutes(5));

        lane.answer("ok 3600 1"); // it had come before the process was stopped

        assertThat(grant.isHeld()).isFalse();
        timers.pass(Duration.ofMinutes(5));
        assertThat(lane.requests("n")).hasSize(1);
        assertThat(client.losses()).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    void whatTheServerHasRenewedForNobodyIsGivenBack() {
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(LEASE);
        assertThat(grant.isHeld()).isFalse();

        lane.answer("ok 10 1");

        assertThat(lane.requests()).containsExactly("n orders token-1 10", "r orders token-1");
    }

    @Test
    void aPauseThatIsShorterThanTheLeaseDoesNoHarm() {
        lane.answering(request -> "ok 10 1");
        Grant grant = client.grant(lane, "orders", LEASE);

        timers.freeze(Duration.ofSeconds(9));
        timers.pass(Duration.ofMinutes(1));

        assertThat(grant.isHeld()).isTrue();
    }

    @Test
    @Pitfall("CL-10")
    void aRefusalThatPassesIsTriedAgainAndHarmsNothing() {
        AtomicInteger requests = new AtomicInteger();
        lane.answering(request -> switch (requests.incrementAndGet()) {
            case 1, 2 -> "error_not_leader";
            case 3 -> "error_draining";
            default -> "ok 10 1";
        });
        Grant grant = client.grant(lane, "orders", LEASE);

        timers.pass(Duration.ofMinutes(1));

        assertThat(grant.isHeld()).isTrue();
        assertThat(client.losses()).isEmpty();
    }

    @Test
    @Pitfall("CL-10")
    void aRefusalThatDoesNotPassIsTriedAgainUntilTheDeadlineAndThenItIsLostOnce() {
        lane.answering(request -> "error_not_leader");
        Grant grant = client.grant(lane, "orders", LEASE);
        List<LossReason> told = new ArrayList<>();
        grant.onLost(told::add);

        timers.pass(LEASE.minus(SAFETY).minusNanos(1));
        assertThat(grant.isHeld()).isTrue();
        assertThat(lane.requests("n")).hasSizeBetween(18, 24); // each quarter of a second from the middle on

        timers.pass(Duration.ofNanos(1));
        assertThat(client.losses()).as("at the deadline, not at the next try").hasSize(1);
        timers.pass(Duration.ofMinutes(1));
        VirtualClient.tellAll(grant);
        assertThat(told).containsExactly(LossReason.LEASE_EXPIRED);
        assertThat(client.losses()).hasSize(1);
        assertThat(lane.requests("n")).hasSizeBetween(18, 24);
    }

    @Test
    void aRefusalThatCannotPassEndsItAtOnce() {
        Grant unknown = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        lane.answer("error");
        assertThat(unknown.isHeld()).isFalse();

        Grant lapsed = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        lane.answer("error_lease_expired");
        assertThat(lapsed.isHeld()).isFalse();

        timers.pass(Duration.ofMinutes(1));
        assertThat(client.losses()).containsExactly(LossReason.REFUSED, LossReason.LEASE_EXPIRED);
        assertThat(lane.requests()).hasSize(2);
    }

    @Test
    @Pitfall("CL-03")
    void afterALossTheNextGrantOfTheSameKeyIsRenewedAsUsual() {
        client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        lane.answer("error");

        lane.answering(request -> "ok 10 2");
        Grant second = client.grant(lane, "orders", LEASE);
        timers.pass(LEASE.multipliedBy(5));

        assertThat(second.isHeld()).isTrue();
        assertThat(lane.requests("n"))
                .filteredOn(each -> each.contains("token-2"))
                .hasSizeGreaterThan(9);
    }

    @Test
    @Pitfall("CL-02")
    void nothingIsRenewedAfterARelease() {
        lane.answering(request -> request.startsWith("r ") ? "ok" : "ok 10 1");
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(12));
        int renewals = lane.requests("n").size();

        assertThat(grant.release()).isTrue();
        timers.pass(Duration.ofHours(1));

        assertThat(lane.requests("n")).hasSize(renewals);
        assertThat(timers.pending()).isZero();
    }

    @Test
    @Pitfall("CL-02")
    void aRenewalThatWasUnderWayDuringTheReleaseIsTheLastOne() {
        Grant grant = client.grant(lane, "orders", LEASE);
        timers.pass(Duration.ofSeconds(5));
        Exchange renewal = lane.oldestOpen();

        var released = grant.releaseAsync();
        renewal.complete("ok 10 1");
        lane.answer("ok");

        assertThat(released.join()).isTrue();
        timers.pass(Duration.ofHours(1));
        assertThat(lane.requests()).containsExactly("n orders token-1 10", "r orders token-1");
        assertThat(timers.pending()).isZero();
        assertThat(client.losses()).isEmpty();
    }

    @Test
    void theLongestLeaseThereIsDoesNotOverflow() {
        lane.answering(request -> "ok 9223372036 1");
        Grant grant = client.grant(lane, "orders", Duration.ofSeconds(9_223_372_036L));

        timers.pass(Duration.ofDays(365));

        assertThat(grant.isHeld()).isTrue();
        assertThat(grant.remaining()).isGreaterThan(Duration.ofDays(90_000));
        assertThat(lane.requests()).isEmpty();
    }
}
