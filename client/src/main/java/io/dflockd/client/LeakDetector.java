package io.dflockd.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of grants that were forgotten, and notes beforehand where some were acquired. */
final class LeakDetector {
    /** Where a grant was acquired, in the form that a log can print. */
    static final class Place extends Throwable {
        private static final long serialVersionUID = 1;

        private Place() {
            super("acquired here", null, false, true);
        }
    }

    private static final Logger log = LoggerFactory.getLogger(Grant.class); // the name that applications know
    private static final int ONE_OF = 128;

    private final LeakDetection level;
    private volatile boolean misses; // a place that it should have noted

    LeakDetector(LeakDetection level) {
        this.level = level;
    }

    boolean isOn() {
        return level != LeakDetection.OFF;
    }

    /** The place of this very call, if it is worth the time. */
    @Nullable
    Place place() {
        boolean isWorthIt = switch (level) {
            case OFF -> false;
            case SAMPLED -> misses || ThreadLocalRandom.current().nextInt(ONE_OF) == 0;
            case ALL -> true;
        };
        return isWorthIt ? new Place() : null;
    }

    /** A grant is forgotten, and ends after this time. */
    void tell(String what, Duration left, @Nullable Place place) {
        misses |= place == null;
        String hint = place == null ? " Where it was acquired is not known, but will be next time." : "";
        log.warn(
                "{} is forgotten: nobody released it, and nobody has it any more. It is not renewed, and ends in {} s.{}",
                what,
                left.toSeconds(),
                hint,
                place);
    }
}
