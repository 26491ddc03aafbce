package io.dflockd.bench;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Status;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a signal costs that one subscription among many of the same form matches: parsing, matching, one push. It must
 * not depend on how many there are.
 */
@State(Scope.Thread)
public class SubscriptionBenchmark extends Measured {
    private static final int LISTENERS = 1_000; // sessions that share the subscriptions

    @Param({"orders.######.new", "orders.######.*", "*.######.>"})
    public String pattern;

    @Param({"10", "1000", "100000"})
    public int subscriptions;

    private final Frame signal = new Frame("signal", "orders.######.new", "sixteen bytes ok");
    private BareEngine engine;
    private Session sender;
    private int next;

    @Setup
    public void subscribe() {
        engine = new BareEngine();
        sender = engine.open();
        Session[] listeners = new Session[Math.min(LISTENERS, subscriptions)];
        Frame listen = new Frame("listen", pattern, "");
        for (int i = 0; i < subscriptions; i++) {
            int who = i % listeners.length;
            listeners[who] = i < listeners.length ? engine.open() : listeners[who];
            engine.run(listeners[who], listen.number(i), Status.OK);
        }
        BareEngine.settle();
    }

    @Benchmark
    public void signal() {
        next = (next + 1) % subscriptions;
        long before = engine.pushed();
        engine.run(sender, signal.number(next), Status.OK);
        if (engine.pushed() != before + 1) {
            throw new IllegalStateException("the signal did not reach exactly one listener");
        }
    }
}
