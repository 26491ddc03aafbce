package io.dflockd.cluster.machine;

import io.dflockd.engine.Limits;
import io.dflockd.engine.Settings;
import java.time.Duration;

/**
 * What holds on all nodes, because it changes answers.
 *
 * @param engine what the engine goes by
 * @param sweepInterval how often leases that ran out unnoticed are swept
 * @param collectionInterval how often what nobody uses is looked for
 */
public record ClusterSettings(Settings engine, Duration sweepInterval, Duration collectionInterval) {
    /** What holds where nobody chose anything. */
    public static final ClusterSettings DEFAULT =
            new ClusterSettings(Settings.DEFAULT, Duration.ofSeconds(1), Duration.ofSeconds(5));

    /** These settings with others of the engine. */
    public ClusterSettings withEngine(Settings others) {
        return new ClusterSettings(others, sweepInterval, collectionInterval);
    }

    void writeTo(ByteOutput out) {
        Limits limits = engine.limits();
        out.putLong(engine.defaultLeaseSeconds());
        out.putByte(engine.autoRelease() ? 1 : 0);
        out.putByte(engine.fenceField() ? 1 : 0);
        out.putLong(engine.maxIdle().toNanos());
        out.putInt(limits.maxLocks());
        out.putInt(limits.maxWaiters());
        out.putInt(limits.maxInflight());
        out.putInt(limits.maxKeys());
        out.putInt(limits.maxListLength());
        out.putInt(limits.maxSubscriptions());
        out.putLong(sweepInterval.toNanos());
        out.putLong(collectionInterval.toNanos());
    }

    static ClusterSettings readFrom(ByteInput in) {
        Settings engine = Settings.DEFAULT
                .withDefaultLeaseSeconds(in.readLong())
                .withAutoRelease(in.readBoolean())
                .withFenceField(in.readBoolean())
                .withMaxIdle(Duration.ofNanos(in.readLong()))
                .withMaxLocks(in.readInt())
                .withMaxWaiters(in.readInt())
                .withMaxInflight(in.readInt())
                .withMaxKeys(in.readInt())
                .withMaxListLength(in.readInt())
                .withMaxSubscriptions(in.readInt());
        return new ClusterSettings(engine, Duration.ofNanos(in.readLong()), Duration.ofNanos(in.readLong()));
    }
}
