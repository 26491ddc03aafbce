package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Pitfall("CL-21")
class RenewalFaultsTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.NaN,
                0.91,
                0.9999,
                1.0,
                1.5,
                0,
                -0.0,
                -0.5,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY
            })
    void aRatioThatIsNoneIsRefused(double ratio) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DflockdOptions.builder().renewalRatio(ratio))
                .withMessageContaining("ratio");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void durationsThatAreNotPositiveAreRefused(long seconds) {
        Duration wrong = Duration.ofSeconds(seconds);
        DflockdOptions.Builder options = DflockdOptions.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> options.lease(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> options.releaseTimeout(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> options.answerTimeout(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> options.connectTimeout(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> options.backoff(wrong, LEASE));
        assertThatIllegalArgumentException().isThrownBy(() -> options.backoff(LEASE, wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> VirtualClient.lock("orders", wrong));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ok 0", "ok 0 1", "ok -1 1", "ok NaN 1", "ok 0.5 1", "ok 9223372037 1", "ok", "ok  1", "okay"})
    void aRenewalThatIsAnsweredWithNonsenseIsALossAndNotAStorm(String answer) {
        VirtualClient client = new VirtualClient();
        ScriptedLane lane = client.lane().answering(request -> answer);
        Grant grant = client.grant(lane, "orders", LEASE);

        passAMinute(client);

        assertThat(grant.isHeld()).isFalse();
        assertThat(lane.requests()).hasSize(1);
        assertThat(client.losses()).containsExactly(LossReason.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ok token 0 1", "ok token -5 1", "ok token NaN 1", "ok token 9223372037 1", "ok token 1.0 1"})
    void aGrantForNoTimeAtAllIsAFaultOfTheServer(String answer) {
        var frame = Frames.acquire(VirtualClient.lock("orders", LEASE), LEASE);

        assertThatThrownBy(() -> Answers.granted(answer, frame, "lock1:6388"))
                .isInstanceOf(ProtocolViolationException.class);
    }

    @Test
    void theSmallestRatioDoesNotMakeAStormEither() {
        VirtualClient client = new VirtualClient(DflockdOptions.builder().renewalRatio(Double.MIN_VALUE));
        ScriptedLane lane = client.lane().answering(request -> "ok 1 1");
        Grant grant = client.grant(lane, "orders", Duration.ofSeconds(1));

        passAMinute(client);

        assertThat(grant.isHeld()).isTrue();
        assertThat(lane.requests()).hasSizeLessThanOrEqualTo(60 * 13); // a tenth of a second, less one tick
    }

    private static void passAMinute(VirtualClient client) {
        client.timers.pass(Duration.ofMinutes(1));
    }
}
