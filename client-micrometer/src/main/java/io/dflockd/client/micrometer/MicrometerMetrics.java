package io.dflockd.client.micrometer;

import io.dflockd.client.ClientMetrics;
import io.dflockd.client.LockKind;
import io.dflockd.client.LossReason;
import io.dflockd.client.MoveReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/**
 * What a client does, as meters of a registry. A meter appears with the first thing that it counts.
 *
 * <pre>{@code
 * DflockdOptions options = DflockdOptions.builder()
 *         .metrics(new MicrometerMetrics(registry))
 *         .build();
 * }</pre>
 *
 * <ul>
 *   <li>{@code dflockd.client.acquire}, a timer by {@code kind} and {@code outcome} ({@code granted}, {@code timeout})
 *   <li>{@code dflockd.client.renew}, a timer by {@code kind}
 *   <li>{@code dflockd.client.release}, a counter by {@code kind} and {@code outcome} ({@code confirmed},
 *       {@code unconfirmed})
 *   <li>{@code dflockd.client.lost}, a counter by {@code kind} and {@code reason}: the one to be woken by
 *   <li>{@code dflockd.client.connections}, a counter by {@code server} and {@code event} ({@code connected},
 *       {@code disconnected}, {@code failed})
 *   <li>{@code dflockd.client.moves}, a counter of moves to another node of the cluster by {@code server}, the node that
 *       was left, and {@code reason} ({@code node_gone}, {@code not_leader}, {@code draining})
 * </ul>
 *
 * <p>Keys are no tags: there may be any number of them.
 */
public final class MicrometerMetrics implements ClientMetrics {
    private static final String PREFIX = "dflockd.client.";

    private final MeterProvider<Timer> acquire;
    private final MeterProvider<Timer> renew;
    private final MeterProvider<Counter> release;
    private final MeterProvider<Counter> lost;
    private final MeterProvider<Counter> connections;
    private final MeterProvider<Counter> moves;

    /** Several clients may share one registry; their figures add up. */
    public MicrometerMetrics(MeterRegistry registry) {
        acquire = timer("acquire", "From asking for a slot to the grant or the timeout", registry);
        renew = timer("renew", "From asking for a renewal to the answer", registry);
        release = counter("release", "Grants that were given back", registry);
        lost = counter("lost", "Grants that ended without having been given back", registry);
        connections = counter("connections", "Connections that were made, that ended or could not be made", registry);
        moves = counter("moves", "Moves from one node of the cluster to another", registry);
    }

    private static MeterProvider<Timer> timer(String name, String description, MeterRegistry registry) {
        return Timer.builder(PREFIX + name).description(description).withRegistry(registry);
    }

    private static MeterProvider<Counter> counter(String name, String description, MeterRegistry registry) {
        return Counter.builder(PREFIX + name).description(description).withRegistry(registry);
    }

    @Override
    public void acquired(LockKind kind, Duration waited) {
        acquire.withTags("kind", word(kind), "outcome", "granted").record(waited);
    }

    @Override
    public void timedOut(LockKind kind, Duration waited) {
        acquire.withTags("kind", word(kind), "outcome", "timeout").record(waited);
    }

    @Override
    public void renewed(LockKind kind, Duration took) {
        renew.withTags("kind", word(kind)).record(took);
    }

    @Override
    public void released(LockKind kind, boolean confirmed) {
        release.withTags("kind", word(kind), "outcome", confirmed ? "confirmed" : "unconfirmed")
                .increment();
    }

    @Override
    public void lost(LockKind kind, LossReason reason) {
        lost.withTags("kind", word(kind), "reason", word(reason)).increment();
    }

    @Override
    public void connected(String server) {
        connections.withTags("server", server, "event", "connected").increment();
    }

    @Override
    public void disconnected(String server) {
        connections.withTags("server", server, "event", "disconnected").increment();
    }

    @Override
    public void connectFailed(String server) {
        connections.withTags("server", server, "event", "failed").increment();
    }

    @Override
    public void moved(String from, String to, MoveReason reason) {
        moves.withTags("server", from, "reason", word(reason)).increment();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
