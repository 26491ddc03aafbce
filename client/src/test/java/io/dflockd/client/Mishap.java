package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An error that is thrown at one place on the transport's thread, before a call that the client makes there. Classes from
 * {@link MishapLoader} tell of every call.
 */
public final class Mishap {
    /** What is thrown; nothing in the client knows it. */
    static final class Thrown extends Error {
        private static final long serialVersionUID = 1L;

        Thrown(String place) {
            super("a mishap at " + place);
        }
    }

    private static final Set<String> places = new LinkedHashSet<>();
    private static final Set<Thread> threads = new LinkedHashSet<>();
    private static boolean counts;
    private static @Nullable String fatal;

    private Mishap() {}

    /** The next time that this place is reached is its mishap; null for none. */
    static synchronized void at(@Nullable String place) {
        fatal = place;
        places.clear();
    }

    /** What was before belongs to the preparations. */
    public static synchronized void mayHappenFromNowOn() {
        counts = true;
    }

    /** The places that were reached meanwhile. Waits until the threads that were there are gone. */
    static List<String> end() throws InterruptedException {
        Set<Thread> ended;
        synchronized (Mishap.class) {
            counts = false;
            ended = Set.copyOf(threads);
            threads.clear();
        }
        for (Thread thread : ended) {
            thread.join(30_000);
            assertThat(thread.isAlive()).as(thread + " is still there").isFalse();
        }
        return List.copyOf(places);
    }

    /** The client is about to call something. */
    public static void step(String place) {
        if (Thread.currentThread().getName().endsWith("-io")) {
            stepOfTransport(place);
        }
    }

    private static synchronized void stepOfTransport(String place) {
        threads.add(Thread.currentThread());
        if (counts) {
            places.add(place);
            if (place.equals(fatal)) {
                fatal = null;
                throw new Thrown(place);
            }
        }
    }
}
