package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that takes one lock again and again, and notes how long it believed each time: see {@link Belief}. */
final class Believer {
    static final String KEY = "belief";
    static final int MAX_LEASE_SECONDS = 2;

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final int number;
    private final Dflockd dflockd;
    private final FencedRegister.Access register;
    private final SplittableRandom random;
    private final Consumer<String> tally;

    /** {@code tally} is told the name of each thing that is worth counting. */
    Believer(int number, Dflockd dflockd, FencedRegister.Access register, long seed, Consumer<String> tally) {
        this.number = number;
        this.dflockd = dflockd;
        this.register = register;
        this.random = new SplittableRandom(seed);
        this.tally = tally;
    }

    void takeTurns(BooleanSupplier goesOn, Consumer<Belief> beliefs) throws IOException {
        while (goesOn.getAsBoolean()) {
            try {
                Belief belief = takeTurn(goesOn);
                if (belief != null) {
                    beliefs.accept(belief);
                }
            } catch (DflockdException failed) {
                tally.accept("failed with " + failed.getClass().getSimpleName());
            }
        }
    }

    private @Nullable Belief takeTurn(BooleanSupplier goesOn) throws IOException {
        Duration lease = Duration.ofSeconds(random.nextInt(4) == 0 ? MAX_LEASE_SECONDS : 1);
        Grant grant = dflockd.lock(KEY).lease(lease).acquire(PATIENCE);
        tally.accept("grants");
        Belief belief = hold(grant, grant.fence(), holdNanos(lease), goesOn);
        if (belief != null && belief.wasLost() && grant.isHeld()) {
            tally.accept(BeliefCheck.REVIVED);
        }
        if (random.nextInt(4) == 0) {
            var unused = grant.releaseAsync();
        } else {
            tally.accept(grant.release() ? "releases confirmed" : "releases not confirmed");
        }
        return belief;
    }

    /** Mostly short, so that there are many grants; sometimes for so long that only a loss is likely to end it. */
    private long holdNanos(Duration lease) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextLong(lease.toNanos() * 4);
            case 1 -> random.nextLong(lease.toNanos() / 4);
            default -> random.nextLong(TimeUnit.MILLISECONDS.toNanos(20));
        };
    }

    /** The clock is read before the grant is asked. */
    private @Nullable Belief hold(Grant grant, long fence, long forNanos, BooleanSupplier goesOn) throws IOException {
        long value = register.read(fence);
        long from = System.nanoTime();
        long to = from;
        boolean held = false;
        long now = from;
        while (now - from <= forNanos && goesOn.getAsBoolean()) {
            if (!grant.isHeld()) {
                return held ? new Belief(number, fence, from, to, true) : null;
            }
            held = true;
            to = now;
            if (value >= 0) {
                value = register.write(fence, value + 1) ? value + 1 : -1;
            }
            LockSupport.parkNanos(POLL_NANOS);
            now = System.nanoTime();
        }
        return held ? new Belief(number, fence, from, to, false) : null;
    }
}
