package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptionTest {
    private final VirtualClient client = new VirtualClient();
    private final ScriptedLane lane = client.lane();
    private final Grant grant = client.grant(lane, "orders", Duration.ofSeconds(10));

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void workThatIsNotDisturbedReturnsItsResult() {
        assertThat(Interruption.<String, RuntimeException>onLossOf(grant, Grant::key))
                .isEqualTo("orders");
    }

    @Test
    @Pitfall("CL-20")
    void whatTheWorkThrowsIsThrown() {
        assertThatThrownBy(() -> Interruption.onLossOf(grant, held -> {
                    throw new IOException("of the application");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("of the application");
    }

    @Test
    @Pitfall("CL-20")
    void aLossInterruptsTheWorkAndWhatItThenThrowsIsKept() {
        assertThatThrownBy(() -> Interruption.onLossOf(grant, held -> {
                    lose();
                    new CountDownLatch(1).await();
                    return "never";
                }))
                .isInstanceOf(GrantLostException.class)
                .hasSuppressedException(new InterruptedException());

        assertThat(Thread.interrupted()).as("our interrupt, which has served").isFalse();
    }

    @Test
    void workThatDidNotNoticeTheLossFailsAllTheSame() {
        assertThatThrownBy(() -> Interruption.onLossOf(grant, held -> {
                    lose();
                    VirtualClient.tellAll(grant);
                    return "done";
                }))
                .isInstanceOf(GrantLostException.class);

        assertThat(Thread.interrupted())
                .as("our interrupt, which came too late")
                .isFalse();
    }

    @Test
    void aLossThatTheWorkItselfFoundIsThrownAsItIs() {
        assertThatThrownBy(() -> Interruption.onLossOf(grant, held -> {
                    lose();
                    return held.fence();
                }))
                .isInstanceOf(GrantLostException.class)
                .hasNoSuppressedExceptions();

        VirtualClient.tellAll(grant);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aLossAfterTheWorkInterruptsNobody() {
        Interruption.<String, RuntimeException>onLossOf(grant, Grant::key);

        lose();
        VirtualClient.tellAll(grant);

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aLossAfterWorkThatEndedWithAnErrorInterruptsNobody() {
        assertThatThrownBy(() -> Interruption.onLossOf(grant, held -> {
                    throw new AssertionError("of the application");
                }))
                .isInstanceOf(AssertionError.class);

        lose();
        VirtualClient.tellAll(grant);

        assertThat(Thread.interrupted()).isFalse();
    }

    private void lose() {
        lane.breakOff(new ConnectionException("reset"));
    }
}
