package io.dflockd.bench;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Status;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What locks and their kin cost in the engine while many others are held; a figure is of one cycle, from the bytes of
 * its requests to their replies. It must not depend on how many are held.
 */
@State(Scope.Thread)
public class LockBenchmark extends Measured {
    private static final int HOLDERS = 1_000; // sessions that share what is held
    private static final int KEYS = 1_024; // that the cycles go round
    private static final int CROWD = 50; // sessions that want one key

    @Param({"1000", "100000", "1000000"})
    public int held;

    private final Frame lock = new Frame("l", "cycle.####", "0");
    private final Frame release = Frame.withToken("r", "cycle.####");
    private final Frame acquire = new Frame("sl", "permits.####", "0 3");
    private final Frame giveBack = Frame.withToken("sr", "permits.####");
    private final Frame read = new Frame("rl", "shared.####", "0");
    private final Frame endRead = Frame.withToken("rr", "shared.####");
    private final Frame write = new Frame("wl", "shared.####", "0");
    private final Frame endWrite = Frame.withToken("wr", "shared.####");
    private final Frame enqueue = new Frame("e", "entry.####", "");
    private final Frame await = new Frame("w", "entry.####", "0");
    private final Frame leave = Frame.withToken("r", "entry.####");
    private final Frame queue = new Frame("l", "hot", "30");
    private final Frame handOver = Frame.withToken("r", "hot");

    private final Session[] crowd = new Session[CROWD];
    private BareEngine engine;
    private Session session;
    private int next;
    private int turnOf;

    @Setup
    public void setUp() {
        engine = new BareEngine();
        session = engine.open();
        hold();
        gather();
        BareEngine.settle();
    }

    private void hold() {
        Session[] holders = new Session[HOLDERS];
        for (int i = 0; i < HOLDERS; i++) {
            holders[i] = engine.open();
        }
        Frame longLock = new Frame("l", "held.#######", "0 86400");
        for (int i = 0; i < held; i++) {
            engine.run(holders[i % HOLDERS], longLock.number(i), Status.OK);
        }
    }

    /** The first of the crowd holds the key, and the others wait in line. */
    private void gather() {
        crowd[0] = engine.open();
        engine.run(crowd[0], queue, Status.OK);
        for (int i = 1; i < CROWD; i++) {
            crowd[i] = engine.open();
            engine.park(crowd[i], queue);
        }
    }

    @Benchmark
    public void lockAndRelease() {
        cycle(lock, release);
    }

    @Benchmark
    public void semaphore() {
        cycle(acquire, giveBack);
    }

    @Benchmark
    public void readLock() {
        cycle(read, endRead);
    }

    @Benchmark
    public void writeLock() {
        cycle(write, endWrite);
    }

    private void cycle(Frame acquiring, Frame releasing) {
        int key = nextKey();
        engine.run(session, acquiring.number(key), Status.OK);
        engine.run(session, releasing.number(key).fence(engine.lastFence()), Status.OK);
    }

    /** Two-phase: enqueue, wait, release. */
    @Benchmark
    public void enqueueAndWait() {
        int key = nextKey();
        engine.run(session, enqueue.number(key), Status.ACQUIRED);
        engine.run(session, await.number(key), Status.OK);
        engine.run(session, leave.number(key).fence(engine.lastFence()), Status.OK);
    }

    /** The holder of a wanted key releases it, the next in line gets it, and the former holder joins the line. */
    @Benchmark
    public void contendedHandOver() {
        Session holder = crowd[turnOf];
        turnOf = (turnOf + 1) % CROWD;
        long before = engine.woken();
        engine.run(holder, handOver.fence(engine.lastFence()), Status.OK);
        if (engine.woken() != before + 1) {
            throw new IllegalStateException("nobody got the key");
        }
        engine.park(holder, queue);
    }

    private int nextKey() {
        next = (next + 1) % KEYS;
        return next;
    }
}
