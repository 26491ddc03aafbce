package io.dflockd.cluster.machine;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Turn;

/** The time of the cluster and what it brings about: deadlines, sweeps and collections, at every entry that is due. */
final class Schedule {
    long nowNanos;
    long nextSweepNanos;
    long nextCollectionNanos;

    /** Time never falls, whatever a leader says. */
    void advanceTo(long nanos) {
        nowNanos = Math.max(nowNanos, nanos);
    }

    /** From now on these intervals hold. */
    void begin(ClusterSettings settings) {
        nextSweepNanos = nowNanos + settings.sweepInterval().toNanos();
        nextCollectionNanos = nowNanos + settings.collectionInterval().toNanos();
    }

    /** Lets happen what is due. */
    void keep(Engine engine, Turn turn, ClusterSettings settings) {
        var unused = engine.passTime(turn);
        if (nowNanos >= nextSweepNanos) {
            nextSweepNanos = nowNanos + settings.sweepInterval().toNanos();
            engine.sweep(turn);
        }
        if (nowNanos >= nextCollectionNanos) {
            nextCollectionNanos = nowNanos + settings.collectionInterval().toNanos();
            engine.collect(turn);
        }
    }

    /** When the next entry is needed, if nobody asks for anything; the end of time if none is. */
    long nextNanos(Engine engine, ClusterSettings settings) {
        long next = engine.nextNanos();
        if (engine.hasLapsed()) {
            next = Math.min(next, nextSweepNanos);
        }
        long idleSince = engine.idleSinceNanos();
        if (idleSince != Long.MAX_VALUE) {
            long oldEnough = idleSince + settings.engine().maxIdle().toNanos() + 1;
            next = Math.min(next, Math.max(nextCollectionNanos, oldEnough));
        }
        return next;
    }
}
