package io.dflockd.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nobody sleeps over a deadline, in any interleaving that Lincheck tries. */
@Tag("thorough")
@Param(name = "deadline", gen = IntGen.class, conf = "1:4")
public class AlarmLincheckTest {
    private final AtomicLong next = new AtomicLong(Long.MAX_VALUE); // what the sleeper finds when it looks
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Alarm alarm = new Alarm(wakeUps::incrementAndGet);
    private volatile long sleepsUntil;

    /** Some other thread leaves a shard that has something to do at that instant. */
    @Operation
    public void set(@Param(name = "deadline") int deadline) {
        next.accumulateAndGet(deadline, Math::min);
        alarm.expect(deadline);
    }

    /** The sleeper is woken, looks for the next deadline and goes to sleep again. */
    @Operation(nonParallelGroup = "sleeper")
    public void sleep() {
        wakeUps.set(0);
        alarm.getUp();
        sleepsUntil = alarm.lieDown(next.get());
    }

    @Validate
    public void nobodySleepsOverADeadline() {
        if (wakeUps.get() == 0 && next.get() < sleepsUntil) {
            throw new IllegalStateException("sleeps until " + sleepsUntil + " over " + next);
        }
    }

    @Test
    void wakesTheSleeperInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(3)
                .sequentialSpecification(Sequential.class)
                .check(AlarmLincheckTest.class);
    }

    /** From outside nothing can be seen of it: the validation looks inside. */
    public static final class Sequential {
        public void set(int deadline) {}

        public void sleep() {}
    }
}
