package io.dflockd.bench;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Status;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What counters and values cost in the engine, with as many of each stored; a figure is of one request, parsing included. */
@State(Scope.Thread)
public class DataBenchmark extends Measured {
    private static final int STRIDE = 7_919; // a prime, so that the keys are visited out of order, and all of them

    @Param({"1000", "100000", "1000000"})
    public int held;

    private final Frame increment = new Frame("incr", "counter.#######", "1");
    private final Frame set = new Frame("kset", "value.#######", "twelve bytes\t0");
    private final Frame get = new Frame("kget", "value.#######", "");
    private final Frame getAbsent = new Frame("kget", "absent.#######", "");

    private BareEngine engine;
    private Session session;
    private int next;

    @Setup
    public void store() {
        engine = new BareEngine();
        session = engine.open();
        for (int i = 0; i < held; i++) {
            engine.run(session, increment.number(i), Status.OK);
            engine.run(session, set.number(i), Status.OK);
        }
        BareEngine.settle();
    }

    @Benchmark
    public void incr() {
        engine.run(session, increment.number(nextKey()), Status.OK);
    }

    @Benchmark
    public void kset() {
        engine.run(session, set.number(nextKey()), Status.OK);
    }

    @Benchmark
    public void kget() {
        engine.run(session, get.number(nextKey()), Status.OK);
    }

    @Benchmark
    public void kgetOfNothing() {
        engine.run(session, getAbsent.number(nextKey()), Status.NIL);
    }

    private int nextKey() {
        next = (next + STRIDE) % held;
        return next;
    }
}
