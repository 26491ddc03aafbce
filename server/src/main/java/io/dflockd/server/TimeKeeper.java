package io.dflockd.server;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Turn;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that lets time pass in the engine: deadlines when they come, sweeps and collections at their intervals.
 *
 * <p>It sleeps until the next deadline it knows of. Whoever leaves a shard tells it the next deadline there, and wakes
 * it if that is sooner. While it is at work it counts as sleeping for ever, so that no deadline set meanwhile is missed.
 */
final class TimeKeeper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(TimeKeeper.class);

    private final Engine engine;
    private final LongSupplier clock;
    private final Salts salts = new SecureSalts();
    private final Outbox outbox;
    private final Thread thread;
    private final long sweepNanos;
    private final long collectNanos;
    private long nextSweep;
    private long nextCollection;

    private final AtomicLong soonest = new AtomicLong(Long.MAX_VALUE);
    private volatile long sleepsUntil = Long.MAX_VALUE;
    private volatile boolean asleep;
    private volatile long lastRunNanos;
    private volatile boolean stopped;

    TimeKeeper(Engine engine, LongSupplier clock, Outbox outbox, Duration sweep, Duration collect) {
        this.engine = engine;
        this.clock = clock;
        this.outbox = outbox;
        this.sweepNanos = sweep.toNanos();
        this.collectNanos = collect.toNanos();
        this.thread = new Thread(this, "dflockd-time");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Someone has a deadline. Called by every thread that leaves a shard, so it must cost next to nothing. */
    void expect(long deadlineNanos) {
        if (deadlineNanos < sleepsUntil) {
            soonest.accumulateAndGet(deadlineNanos, Math::min);
            if (asleep) {
                LockSupport.unpark(thread);
            }
        }
    }

    /** When it last let time pass: an old value means that leases no longer end. */
    long lastRunNanos() {
        return lastRunNanos;
    }

    @Override
    public void run() {
        nextSweep = clock.getAsLong() + sweepNanos;
        nextCollection = clock.getAsLong() + collectNanos;
        while (!stopped) {
            sleepsUntil = Long.MAX_VALUE;
            soonest.set(Long.MAX_VALUE);
            long next = keepTime();
            sleepUntil(Math.min(next, Math.min(nextSweep, nextCollection)));
        }
    }

    /** A fault in one deadline must not end the keeping of all others. */
    private long keepTime() {
        long now = clock.getAsLong();
        Turn turn = new Turn(now, salts, outbox);
        long next = now;
        try {
            next = engine.passTime(turn);
            if (now >= nextSweep) {
                nextSweep = now + sweepNanos;
                engine.sweep(turn);
            }
            if (now >= nextCollection) {
                nextCollection = now + collectNanos;
                engine.collect(turn);
            }
        } catch (RuntimeException | Error bug) { // whatever it is: without this thread no lease ends any more
            log.error("time could not pass as it should", bug);
            next = now + SteadyClock.HEARTBEAT_NANOS;
        }
        lastRunNanos = now;
        return next;
    }

    private void sleepUntil(long instant) {
        long now = clock.getAsLong();
        long wake = Math.min(instant, now + SteadyClock.HEARTBEAT_NANOS);
        sleepsUntil = wake;
        asleep = true; // before the last look at what others expect, so that one of us sees the other
        long sleep = Math.min(wake, soonest.get()) - now;
        if (sleep > 0 && !stopped) {
            LockSupport.parkNanos(this, sleep);
        }
        asleep = false;
    }
}
