package io.dflockd.server;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Turn;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that lets time pass in the engine: deadlines when they come, sweeps and collections at their intervals.
 *
 * <p>It sleeps until the next deadline it knows of. Whoever leaves a shard tells its {@link Alarm} the next deadline there.
 */
final class TimeKeeper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(TimeKeeper.class);

    private final Engine engine;
    private final LongSupplier clock;
    private final Salts salts = new SecureSalts();
    private final Outbox outbox;
    private final Consumer<Error> onBreakdown;
    private final Thread thread;
    private final long sweepNanos;
    private final long collectNanos;
    private long nextSweep;
    private long nextCollection;

    private final Alarm alarm;
    private volatile long lastRunNanos;
    private volatile boolean stopped;

    TimeKeeper(
            Engine engine,
            LongSupplier clock,
            Outbox outbox,
            Consumer<Error> onBreakdown,
            Duration sweep,
            Duration collect) {
        this.engine = engine;
        this.clock = clock;
        this.outbox = outbox;
        this.onBreakdown = onBreakdown;
        this.sweepNanos = sweep.toNanos();
        this.collectNanos = collect.toNanos();
        this.thread = new Thread(this, "dflockd-time");
        this.thread.setDaemon(true);
        this.alarm = new Alarm(() -> LockSupport.unpark(thread));
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
        alarm.expect(deadlineNanos);
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
            alarm.getUp();
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
        } catch (Error broken) {
            onBreakdown.accept(broken);
            next = now + SteadyClock.HEARTBEAT_NANOS; // until the program has ended the server
        } catch (RuntimeException bug) { // without this thread no lease ends any more
            log.error("time could not pass as it should", bug);
            next = now + SteadyClock.HEARTBEAT_NANOS;
        }
        lastRunNanos = now;
        return next;
    }

    private void sleepUntil(long instant) {
        long now = clock.getAsLong();
        long until = alarm.lieDown(Math.min(instant, now + SteadyClock.HEARTBEAT_NANOS));
        if (until > now && !stopped) {
            LockSupport.parkNanos(this, until - now);
        }
    }
}
