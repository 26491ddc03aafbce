package io.dflockd.engine;

import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * The object of the {@code stats} command: one JSON line, told in pieces.
 *
 * <p>First the keys are noted, shard by shard, and sorted. Then row after row is printed, from the shard as it is at
 * that moment; what has gone meanwhile is left out. So a million keys cost their names and never all their rows, and
 * nobody waits at a shard for longer than it takes to note its keys.
 */
public final class Stats {
    private final Engine engine;
    private final List<StatsRows<?, ?>> arrays = new ArrayList<>();
    private int current; // of the arrays
    private boolean isBegun;
    private String tail = "}";

    Stats(Engine engine) {
        this.engine = engine;
        LockStats locks = new LockStats(engine);
        DataStats data = new DataStats(engine);
        SubscriptionStats subscriptions = new SubscriptionStats();
        engine.inEveryShard(shard -> {
            locks.add(shard);
            data.add(shard);
            subscriptions.add(shard.audience);
        });
        engine.subscriptions().look(subscriptions::add);
        arrays.addAll(locks.arrays());
        arrays.addAll(data.stored());
        arrays.addAll(subscriptions.arrays());
        arrays.add(data.barriers());
    }

    /** Lets the object end with a field that somebody else has printed, in ASCII. */
    public void endWith(String name, String json) {
        tail = ",\"" + name + "\":" + json + "}";
    }

    /** Prints {@code enough} bytes or a little more, or all that is left. Tells whether there is more. */
    public boolean print(Lines into, int enough, long nowNanos) {
        int start = into.length();
        if (!isBegun) {
            isBegun = true;
            new JsonObject(into)
                    .number("connections", engine.crossings().sessions().size());
        }
        while (current < arrays.size() && into.length() - start < enough) {
            boolean more = arrays.get(current).printNext(into, nowNanos);
            current += more ? 0 : 1;
        }
        if (current == arrays.size()) {
            into.append(tail);
            return false;
        }
        return true;
    }

    /** All of it at once. */
    byte[] toJson(long nowNanos) {
        Lines lines = new Lines();
        print(lines, Integer.MAX_VALUE, nowNanos);
        return lines.toBytes();
    }
}
