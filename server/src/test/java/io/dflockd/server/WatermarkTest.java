package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

@Pitfall("SL-12")
final class WatermarkTest {
    private final Watermark watermark = new Watermark(1_000, 80);

    @Test
    void isNotFullUpToTheMark() {
        assertThat(watermark.seems(800)).isFalse();
        assertThat(watermark.isFull()).isFalse();
    }

    @Test
    void whatSeemsTooMuchIsRefusedAtOnceAndLookedInto() {
        assertThat(watermark.seems(801)).isTrue();
        assertThat(watermark.isFull()).isTrue();
        assertThat(watermark.seems(900)).as("it is being looked into").isFalse();
    }

    @Test
    void garbageIsForgivenWhenItIsGone() {
        watermark.seems(900);

        watermark.isKnown(300);

        assertThat(watermark.isFull()).isFalse();
    }

    @Test
    void whatIsAliveStaysFullUntilItIsGone() {
        watermark.seems(900);
        watermark.isKnown(900);
        assertThat(watermark.isFull()).isTrue();

        watermark.isKnown(801);
        assertThat(watermark.isFull()).isTrue();

        watermark.isKnown(800);
        assertThat(watermark.isFull()).isFalse();
    }

    @Test
    void aCollectionThatLeavesLittleNeedsNoSecondLook() {
        watermark.isKnown(900);

        assertThat(watermark.seems(700)).isFalse();

        assertThat(watermark.isFull()).isFalse();
    }

    /** A server whose data stays just below the mark would collect for every bit of garbage. */
    @Test
    void theFullerItIsKnownToBeTheMoreMustCollectBeforeItIsLookedInto() {
        watermark.isKnown(780);

        assertThat(watermark.seems(890)).isFalse();
        assertThat(watermark.isFull()).isFalse();
        assertThat(watermark.seems(891)).isTrue();
        assertThat(watermark.isFull()).isTrue();
    }
}
