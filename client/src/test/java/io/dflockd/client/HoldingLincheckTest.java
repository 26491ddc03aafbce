package io.dflockd.client;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What threads see of a {@link Holding} is what they would see if they had taken turns, in every interleaving that
 * Lincheck tries; and of a loss the listener hears once.
 */
@Tag("thorough")
@Pitfall({"CL-14", "CL-19"})
@Param(name = "now", gen = IntGen.class, conf = "8:10")
@Param(name = "deadline", gen = IntGen.class, conf = "9:11")
@Param(name = "reason", gen = IntGen.class, conf = "0:3")
public class HoldingLincheckTest {
    private static final int FIRST_DEADLINE = 10;
    private static final List<LossReason> REASONS = List.of(LossReason.values());

    private final AtomicInteger told = new AtomicInteger();
    private final Holding holding = new Holding("secret", 7, FIRST_DEADLINE, reason -> told.incrementAndGet());

    @Operation
    public boolean isHeldAt(@Param(name = "now") int now) {
        return holding.heldAt(now) != null;
    }

    @Operation
    public long fenceAt(@Param(name = "now") int now) {
        Holding.Held held = holding.heldAt(now);
        return held == null ? -1 : held.fence();
    }

    @Operation
    public String stateAt(@Param(name = "now") int now) {
        return holding.at(now) instanceof Holding.Lost lost ? lost.reason().name() : "not lost";
    }

    @Operation
    public boolean extend(@Param(name = "now") int now, @Param(name = "deadline") int deadline) {
        return holding.extend(now, deadline);
    }

    @Operation
    public long giveBack(@Param(name = "now") int now) {
        Holding.Held held = holding.giveBack(now);
        return held == null ? -1 : held.deadlineNanos();
    }

    @Operation
    public void lose(@Param(name = "reason") int reason) {
        holding.lose(REASONS.get(reason));
    }

    @Validate
    public void theListenerHeardOfALossOnce() {
        int expected = holding.at(0) instanceof Holding.Lost ? 1 : 0;
        if (told.get() != expected) {
            throw new IllegalStateException("told " + told + " times of " + expected);
        }
    }

    @Test
    void isTheSameInEveryInterleaving() {
        check(new ModelCheckingOptions().iterations(5).invocationsPerIteration(50));
    }

    @Test
    void isTheSameOnRealThreads() {
        check(new StressOptions().iterations(2).invocationsPerIteration(50));
    }

    private static void check(Options<?, ?> options) {
        options.threads(2)
                .actorsPerThread(3)
                .actorsBefore(0) // most of them would end it
                .actorsAfter(1)
                .sequentialSpecification(OneThreadAtATime.class)
                .check(HoldingLincheckTest.class);
    }

    /** What a holding does, said without regard to threads. */
    public static final class OneThreadAtATime {
        private String state = "held";
        private int deadline = FIRST_DEADLINE;

        public boolean isHeldAt(int now) {
            if (state.equals("held") && now >= deadline) {
                state = LossReason.LEASE_EXPIRED.name();
            }
            return state.equals("held");
        }

        public long fenceAt(int now) {
            return isHeldAt(now) ? 7 : -1;
        }

        public String stateAt(int now) {
            return isHeldAt(now) || state.equals("returned") ? "not lost" : state;
        }

        public boolean extend(int now, int newDeadline) {
            if (isHeldAt(now)) {
                deadline = newDeadline;
                return true;
            }
            return false;
        }

        public long giveBack(int now) {
            if (isHeldAt(now)) {
                state = "returned";
                return deadline;
            }
            return -1;
        }

        public void lose(int reason) {
            if (state.equals("held")) {
                state = REASONS.get(reason).name();
            }
        }
    }
}
