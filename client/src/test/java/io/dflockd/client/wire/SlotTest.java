package io.dflockd.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.dflockd.protocol.Command.Kind;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots and the kinds of things that have them. */
final class SlotTest {
    @ParameterizedTest
    @EnumSource
    void eachKindHasCommandsOfTheKindItSays(GrantKind kind) {
        assertThat(kind.acquire().kind()).isEqualTo(Kind.ACQUIRE);
        assertThat(kind.renew().kind()).isEqualTo(Kind.RENEW);
        assertThat(kind.release().kind()).isEqualTo(Kind.RELEASE);
        assertThat(kind.noun()).isNotBlank();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ELECTION")
    void eachKindButTheElectionHasTwoSteps(GrantKind kind) {
        assertThat(kind.enqueue().kind()).isEqualTo(Kind.ENQUEUE);
        assertThat(kind.await().kind()).isEqualTo(Kind.WAIT);
    }

    @Test
    void anElectionSaysThatItHasNoTwoSteps() {
        assertThatIllegalStateException()
                .isThrownBy(GrantKind.ELECTION::enqueue)
                .withMessage("an election cannot be entered in two steps: acquire it instead");
        assertThatIllegalStateException().isThrownBy(GrantKind.ELECTION::await);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_048_576})
    void aSemaphoreHasAnyLimitTheServerAllows(int limit) {
        assertThat(new Slot(GrantKind.SEMAPHORE, "k", limit, null).limit()).isEqualTo(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 1_048_577, Integer.MAX_VALUE})
    @Pitfall("CL-21")
    void aLimitOutOfRangeIsRefused(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Slot(GrantKind.SEMAPHORE, "k", limit, null))
                .withMessage("semaphore 'k': the limit must be from 1 to 1048576, not " + limit);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SEMAPHORE")
    void everythingElseIsHeldByOne(GrantKind kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Slot(kind, "k", 2, null))
                .withMessage(kind.noun() + " 'k': the limit must be 1, not 2");
    }

    @Test
    void aLeaseIsRoundedUpAndZeroIfThereIsNone() {
        assertThat(new Slot(GrantKind.LOCK, "k", 1, null).leaseSeconds()).isZero();
        assertThat(new Slot(GrantKind.LOCK, "k", 1, Duration.ofNanos(1)).leaseSeconds())
                .isEqualTo(1);
        assertThat(new Slot(GrantKind.LOCK, "k", 1, Duration.ofMillis(1_500)).leaseSeconds())
                .isEqualTo(2);
    }

    @Test
    @SuppressWarnings("NullAway") // not every caller has it
    void anotherLeaseLeavesTheRestAsItIs() {
        Slot slot = new Slot(GrantKind.SEMAPHORE, "k", 3, null);

        assertThat(slot.withLease(Duration.ofSeconds(5)))
                .isEqualTo(new Slot(GrantKind.SEMAPHORE, "k", 3, Duration.ofSeconds(5)));
        assertThatNullPointerException().isThrownBy(() -> slot.withLease(null)).withMessage("lease");
    }

    @Test
    @Pitfall("CL-21")
    void aLeaseOfNoOrNegativeTimeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Slot(GrantKind.READ, "k", 1, Duration.ZERO))
                .withMessage("read lock 'k': the lease must be longer than zero");
        assertThatIllegalArgumentException().isThrownBy(() -> new Slot(GrantKind.READ, "k", 1, Duration.ofMillis(-1)));
    }

    @Test
    @Pitfall("PP-01")
    void aBadKeyMakesNoClaim() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Slot(GrantKind.LOCK, "a\nb", 1, null))
                .withMessage("key 'a\\u000ab': it contains a blank or a line break");
    }
}
