package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import org.junit.jupiter.api.Test;

final class LookoutTest {
    private long now = Long.MAX_VALUE - Lookout.NANOS / 2; // a clock may wrap
    private int arriving;
    private boolean mayBlock;

    private final IoHandler handler = new IoHandler() {
        @Override
        public int run(IoHandlerContext context) {
            mayBlock = context.canBlock();
            return arriving;
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeup() {}

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return true;
        }
    };

    private final IoHandlerContext idle = new IoHandlerContext() {
        @Override
        public boolean canBlock() {
            return true;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return 1;
        }

        @Override
        public long deadlineNanos() {
            return 1;
        }
    };

    private final Lookout lookout = new Lookout(handler, () -> now);

    @Test
    void aLoopThatHandsNothingOverSleeps() {
        assertThat(isAwake()).isFalse();
    }

    @Test
    void aLoopStaysAwakeForAMomentAfterAHandOver() {
        lookout.begin();
        assertThat(isAwake()).isTrue();

        now += Lookout.NANOS;
        assertThat(isAwake()).isTrue();

        now++;
        assertThat(isAwake()).as("the last look").isTrue();
        assertThat(isAwake()).isFalse();
    }

    @Test
    void eachHandOverBeginsTheMomentAnew() {
        lookout.begin();
        now += Lookout.NANOS;
        lookout.begin();
        now += Lookout.NANOS;

        assertThat(isAwake()).isTrue();
        assertThat(isAwake()).isTrue();
    }

    @Test
    void whereClientsAreTooSlowItGivesUpAndTriesAgainLater() {
        for (int i = 0; i < Lookout.MOST_IN_VAIN; i++) {
            assertThat(isAwakeAfterHandOver()).isTrue();
        }
        for (int i = 0; i < Lookout.HAND_OVERS_WITHOUT; i++) {
            assertThat(isAwakeAfterHandOver()).isFalse();
        }
        assertThat(isAwakeAfterHandOver()).isTrue();
    }

    @Test
    void aClientThatAnswersInTimeIsWorthTheNextLookout() {
        for (int i = 0; i < 10 * Lookout.MOST_IN_VAIN; i++) {
            arriving = i % 2;
            assertThat(isAwakeAfterHandOver()).isTrue();
        }
    }

    private boolean isAwakeAfterHandOver() {
        lookout.begin();
        boolean awake = isAwake();
        now += Lookout.NANOS + 1;
        isAwake();
        return awake;
    }

    private boolean isAwake() {
        int handled = lookout.run(idle);
        assertThat(handled).isEqualTo(arriving);
        return !mayBlock;
    }
}
