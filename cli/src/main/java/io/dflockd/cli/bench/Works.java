package io.dflockd.cli.bench;

import io.dflockd.cli.bench.LockCycle.Verbs;
import io.dflockd.protocol.FrameWriter;
import java.util.List;

/** Gives every connection of a run its work, and has what they share. */
final class Works {
    private static final int FEWEST_KEYS = 16;

    private final Plan plan;
    private final Budget budget;
    private final String run = Keys.newRun();
    private final Baton baton = new Baton();
    private final Deliveries deliveries = new Deliveries();

    Works(Plan plan, Budget budget) {
        this.plan = plan;
        this.budget = budget;
    }

    Deliveries deliveries() {
        return deliveries;
    }

    Work forConnection(int number, Meter meter) {
        int depth = plan.depth();
        Keys keys = new Keys(run, number, Math.max(FEWEST_KEYS, depth));
        String payload = "x".repeat(plan.payload());
        return switch (plan.mode()) {
            case LOCK -> new LockCycle(keys, depth, budget, meter, Verbs.LOCK);
            case SEM -> new LockCycle(keys, depth, budget, meter, Verbs.SEMAPHORE);
            case RW -> new LockCycle(keys, depth, budget, meter, Verbs.READ, Verbs.WRITE);
            case CONTEND -> new HotLock(run, number, baton, budget, meter);
            case INCR -> new Counters(keys, depth, budget, meter);
            case KSET -> Values.set(keys, payload, depth, budget, meter);
            case KGET -> Values.get(keys, payload, depth, budget, meter);
            case SIGNAL -> new Signals(run, payload, depth, deliveries, budget, meter);
            case PING -> new Questions(List.of(new Request("ping", FrameWriter.NO_KEY, "_")), depth, budget, meter);
        };
    }

    Work forListener(Meter meter) {
        return new Listening(run, deliveries, meter);
    }
}
