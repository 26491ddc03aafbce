package io.dflockd.cluster.log;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/** The settings of Ratis that decide, each with its reason; all others are left as Ratis has them. */
final class RatisProperties {
    private static final SizeInBytes SEGMENT = SizeInBytes.valueOf("8MB");
    private static final int CACHED_SEGMENTS = 2;
    private static final SizeInBytes SEGMENT_CACHE = SizeInBytes.valueOf("16MB");
    private static final int SNAPSHOTS_KEPT = 2;
    private static final Duration FIRST_ELECTION = Duration.ofMillis(700);
    private static final Duration PEER_CALL_TIMEOUT = Duration.ofSeconds(10);

    private RatisProperties() {}

    static RaftProperties of(LogSettings settings, Path storage) {
        RaftProperties properties = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(properties, List.of(new File(storage.toString())));
        transport(properties, settings);
        elections(properties, settings);
        log(properties);
        snapshots(properties, settings);
        // By default Ratis closes itself after a pause of a minute, inside a process that lives on.
        RaftServerConfigKeys.setCloseThreshold(properties, millis(Duration.ofHours(1)));
        // The log's own numbering finds repeats: nobody asks this cache.
        RaftServerConfigKeys.RetryCache.setExpiryTime(properties, millis(Duration.ofSeconds(2)));
        return properties;
    }

    private static void transport(RaftProperties properties, LogSettings settings) {
        HostAndPort address = HostAndPort.parse(settings.address());
        RaftConfigKeys.Rpc.setType(properties, new PromptRpc());
        GrpcConfigKeys.Server.setHost(properties, address.host());
        GrpcConfigKeys.Server.setPort(properties, address.port());
        RaftClientConfigKeys.Rpc.setRequestTimeout(properties, millis(PEER_CALL_TIMEOUT));
    }

    private static void elections(RaftProperties properties, LogSettings settings) {
        // Below 500 ms leaders change while the JIT warms up.
        Duration timeout = settings.electionTimeout();
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(timeout));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(upperBound(timeout)));
        // A node that starts has no leader to miss: it need not wait long for one.
        Duration first = timeout.compareTo(FIRST_ELECTION) < 0 ? timeout : FIRST_ELECTION;
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(first));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(upperBound(first)));
        // A leader that lost its majority does not stand for election for ten seconds by default, though it may be the
        // only one that can win; and after a pause this long others have elected, so it steps down by itself.
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
                properties, millis(upperBound(timeout).multipliedBy(2)));
        // A follower of a leader that is not heard of asks before it raises the term: a node that comes back disturbs
        // nobody.
        RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
    }

    private static Duration upperBound(Duration timeout) {
        return timeout.multipliedBy(10).dividedBy(7);
    }

    private static void log(RaftProperties properties) {
        // Otherwise a second entry follows every commit: half the speed. PromptAppender tells of commits instead.
        RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
        // The default of one millisecond is half of the median latency.
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, TimeDuration.ZERO);
        // By default a node that was away for some seconds waits up to five more until it is spoken to.
        RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "10ms,10, 200ms,100000000");
        // Bounded disk and memory.
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SEGMENT);
        RaftServerConfigKeys.Log.setPreallocatedSize(properties, SEGMENT);
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, CACHED_SEGMENTS);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SEGMENT_CACHE);
        // Otherwise a slow follower keeps the log of all others; it gets a snapshot instead.
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
        // The other policy drops acknowledged entries in silence.
        RaftServerConfigKeys.Log.setCorruptionPolicy(properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    }

    private static void snapshots(RaftProperties properties, LogSettings settings) {
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, settings.snapshotEntries());
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, SNAPSHOTS_KEPT);
        // A planned restart replays nothing.
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, true);
        RaftServerConfigKeys.setStorageFreeSpaceMin(properties, SizeInBytes.valueOf(settings.minFreeBytes()));
    }

    /** TLS goes in as a parameter: as a property it has no effect. */
    static Parameters parameters(@Nullable PeerTls tls) {
        Parameters parameters = new Parameters();
        if (tls != null) {
            GrpcConfigKeys.TLS.setConf(
                    parameters,
                    new GrpcTlsConfig(
                            new File(tls.key().toString()),
                            new File(tls.certificate().toString()),
                            new File(tls.authority().toString()),
                            true));
        }
        return parameters;
    }

    private static TimeDuration millis(Duration duration) {
        return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
    }
}
