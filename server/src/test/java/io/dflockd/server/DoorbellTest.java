package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a loop is woken for its connections; see also {@link DoorbellLincheckTest}. */
final class DoorbellTest {
    private final AtomicInteger woken = new AtomicInteger();
    private final Doorbell doorbell = new Doorbell(woken::incrementAndGet);
    private final List<String> heard = new ArrayList<>();
    private final Visitor alice = new Visitor("alice");
    private final Visitor bob = new Visitor("bob");

    @Test
    void wakesTheLoopOnceForAllWhoRing() {
        doorbell.ring(alice);
        doorbell.ring(bob);
        doorbell.ring(alice);

        assertThat(woken).hasValue(1);
        doorbell.answer();
        assertThat(heard).containsExactly("alice", "bob");
    }

    @Test
    void wakesItAgainForWhoeverRingsAfterwards() {
        doorbell.ring(alice);
        doorbell.answer();

        doorbell.ring(alice);

        assertThat(woken).hasValue(2);
        doorbell.answer();
        assertThat(heard).containsExactly("alice", "alice");
    }

    @Test
    void hearsACallerWhoRingsAgainWhileItIsHeard() {
        alice.whileHeard = () -> doorbell.ring(alice);

        doorbell.ring(alice);
        doorbell.answer();

        assertThat(heard).as("once more, in this answer or the next").containsExactly("alice", "alice");
    }

    private final class Visitor implements Doorbell.Caller {
        private final Doorbell.Ring ring = new Doorbell.Ring();
        private final String name;
        private Runnable whileHeard = () -> {};

        Visitor(String name) {
            this.name = name;
        }

        @Override
        public Doorbell.Ring ring() {
            return ring;
        }

        @Override
        public void hear() {
            heard.add(name);
            Runnable now = whileHeard;
            whileHeard = () -> {};
            now.run();
        }
    }
}
