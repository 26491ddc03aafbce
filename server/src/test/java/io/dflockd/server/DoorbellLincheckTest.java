package io.dflockd.server;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mail that somebody rang for is found, in every interleaving that Lincheck tries: either the loop has taken it out, or it
 * has been woken once more than it came to the door.
 */
@Tag("thorough")
@Param(name = "who", gen = IntGen.class, conf = "0:1")
public class DoorbellLincheckTest {
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Doorbell doorbell = new Doorbell(wakeUps::incrementAndGet);
    private final Recipient[] recipients = {new Recipient(), new Recipient()};

    /** Some other thread: the mail first, then the bell. */
    @Operation
    public void send(@Param(name = "who") int who) {
        recipients[who].mail.incrementAndGet();
        doorbell.ring(recipients[who]);
    }

    /** The loop's own thread, which comes if it was woken. */
    @Operation(nonParallelGroup = "loop")
    public void come() {
        if (wakeUps.get() > 0) {
            wakeUps.decrementAndGet();
            doorbell.answer();
        }
    }

    @Validate
    public void noMailWaitsForALoopThatSleeps() {
        boolean isWaiting = recipients[0].mail.get() + recipients[1].mail.get() > 0;
        if (isWaiting && wakeUps.get() == 0) {
            throw new IllegalStateException("mail waits, and nobody will wake the loop");
        }
    }

    @Test
    void losesNothingInAnyInterleaving() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(200)
                .threads(3)
                .actorsPerThread(2)
                .sequentialSpecification(Sequential.class)
                .check(DoorbellLincheckTest.class);
    }

    /** What can be seen of it from outside: nothing, the validation looks inside. */
    public static final class Sequential {
        public void send(int who) {}

        public void come() {}
    }

    private static final class Recipient implements Doorbell.Caller {
        private final Doorbell.Ring ring = new Doorbell.Ring();
        private final AtomicInteger mail = new AtomicInteger();

        @Override
        public Doorbell.Ring ring() {
            return ring;
        }

        @Override
        public void hear() {
            mail.set(0);
        }
    }
}
