package io.dflockd.client;

import java.lang.ref.WeakReference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whoever in the application has a grant, and for whom it is renewed. Knowing the owner keeps nothing alive. */
final class Owner {
    private final WeakReference<Grant> grant;
    private final LeakDetector leaks;
    private final LeakDetector.@Nullable Place place;

    /** The place is where the grant was acquired, if that is known. */
    Owner(Grant grant, LeakDetector leaks, LeakDetector.@Nullable Place place) {
        this.grant = new WeakReference<>(grant);
        this.leaks = leaks;
        this.place = place;
    }

    /** Whether nobody has the grant any more who could give it back. */
    boolean hasForgotten() {
        return leaks.isOn() && grant.refersTo(null);
    }

    /** Tells that, and that the grant will end after this time. */
    void tellForgotten(String what, Duration left) {
        leaks.tell(what, left, place);
    }
}
