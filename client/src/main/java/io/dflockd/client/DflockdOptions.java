package io.dflockd.client;

import io.dflockd.client.transport.ConnectionSettings;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Frames;
import io.dflockd.protocol.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a client behaves; made once and never changed.
 *
 * <pre>{@code
 * DflockdOptions options = DflockdOptions.builder()
 *         .servers("lock1.example.com:6388", "lock2.example.com:6388")
 *         .authToken(System.getenv("DFLOCKD_AUTH_TOKEN"))
 *         .lease(Duration.ofSeconds(30))
 *         .build();
 * }</pre>
 */
public final class DflockdOptions {
    private static final Endpoint LOCAL = new Endpoint("127.0.0.1", Endpoint.DEFAULT_PORT);

    final List<Endpoint> servers;
    final boolean areOneCluster; // the servers
    final Sharding sharding;
    final @Nullable Duration lease;
    final double renewalRatio;
    final Duration releaseTimeout;
    final Duration startTimeout;
    final Duration firstBackoff;
    final Duration mostBackoff;
    final @Nullable Executor callbackExecutor;
    final LeakDetection leakDetection;
    final HarmlessMetrics metrics;
    final ConnectionSettings connection;

    private DflockdOptions(Builder from) {
        servers = from.servers == null ? List.of(LOCAL) : from.servers;
        areOneCluster = from.areOneCluster;
        sharding = from.sharding;
        lease = from.lease;
        renewalRatio = from.renewalRatio;
        releaseTimeout = from.releaseTimeout;
        startTimeout = from.startTimeout;
        firstBackoff = from.firstBackoff;
        mostBackoff = from.mostBackoff;
        callbackExecutor = from.callbackExecutor;
        leakDetection = from.leakDetection;
        metrics = new HarmlessMetrics(from.metrics);
        connection = new ConnectionSettings(
                from.connectTimeout,
                from.pingInterval,
                from.answerTimeout,
                from.authToken,
                from.name.isEmpty() ? null : from.name,
                from.tls,
                from.verifiesHostName);
    }

    /** Options to begin with: one server on this machine, no secret, no TLS. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options; every method checks what it is given. A time that is as good as for ever may be any. */
    public static final class Builder {
        private static final String ONE_OF_THE_TWO =
                "servers(...) is for servers that share the keys, cluster(...) for the nodes of one cluster: call one of them";

        private @Nullable List<Endpoint> servers;
        private boolean areOneCluster;
        private Sharding sharding = Sharding.CRC_32;
        private @Nullable Duration lease;
        private double renewalRatio = 0.5;
        private Duration releaseTimeout = Duration.ofSeconds(2);
        private Duration startTimeout = Duration.ZERO;
        private Duration firstBackoff = Duration.ofMillis(100);
        private Duration mostBackoff = Duration.ofSeconds(5);
        private @Nullable Executor callbackExecutor;
        private LeakDetection leakDetection = LeakDetection.SAMPLED;
        private ClientMetrics metrics = ClientMetrics.NONE;
        private Duration connectTimeout = ConnectionSettings.DEFAULT.connectTimeout();
        private Duration pingInterval = ConnectionSettings.DEFAULT.pingInterval();
        private Duration answerTimeout = ConnectionSettings.DEFAULT.answerTimeout();
        private @Nullable String authToken;
        private String name = OwnName.usual();
        private @Nullable SSLContext tls;
        private boolean verifiesHostName = true;

        private Builder() {}

        /**
         * The servers, as {@code host:port}; {@code 127.0.0.1:6388} if this is not called. Their order is part of what
         * all clients must agree on, because it decides which key lives where. The nodes of one cluster are given to
         * {@link #cluster(String...)} instead.
         */
        public Builder servers(String... addresses) {
            return servers(Arrays.asList(Objects.requireNonNull(addresses, "addresses")));
        }

        /** The servers as a list, which is copied; see {@link #servers(String...)}. */
        public Builder servers(List<String> addresses) {
            require(servers == null || !areOneCluster, ONE_OF_THE_TWO);
            servers = parsed(addresses);
            return this;
        }

        /**
         * The nodes of one cluster, as {@code host:port}, in any order; some of them are enough. Every node serves every
         * request, so the client keeps to one, and goes to another when that one is gone, knows of no leader or is
         * being shut down. What is held is lost with the connection, as with a single server.
         */
        public Builder cluster(String... nodes) {
            return cluster(Arrays.asList(Objects.requireNonNull(nodes, "nodes")));
        }

        /** The nodes of one cluster as a list, which is copied; see {@link #cluster(String...)}. */
        public Builder cluster(List<String> nodes) {
            require(servers == null || areOneCluster, ONE_OF_THE_TWO);
            servers = parsed(Objects.requireNonNull(nodes, "nodes"));
            areOneCluster = true;
            return this;
        }

        private static List<Endpoint> parsed(List<String> addresses) {
            Objects.requireNonNull(addresses, "addresses");
            List<Endpoint> parsed = addresses.stream().map(Endpoint::parse).toList();
            require(!parsed.isEmpty(), "at least one server is needed");
            require(distinct(parsed) == parsed.size(), "a server is named twice in " + parsed);
            return parsed;
        }

        /** Names of hosts are the same in capital letters. */
        private static long distinct(List<Endpoint> endpoints) {
            return endpoints.stream()
                    .map(each -> each.toString().toLowerCase(Locale.ROOT))
                    .distinct()
                    .count();
        }

        /** Which server a key lives on, instead of the usual CRC-32. */
        public Builder sharding(Sharding strategy) {
            sharding = Objects.requireNonNull(strategy, "strategy");
            return this;
        }

        /**
         * The lease of every lock that does not ask for another; without this it is the server's default. It is rounded up
         * to whole seconds, so half a second is one.
         */
        public Builder lease(Duration duration) {
            Objects.requireNonNull(duration, "duration");
            require(duration.compareTo(Timers.LONGEST) <= 0, "the lease is too long: " + duration);
            lease = positive("lease", duration);
            return this;
        }

        /** After which part of the lease it is renewed, at most 0.9; usually 0.5. */
        public Builder renewalRatio(double ratio) {
            require(ratio > 0 && ratio <= 0.9, "the renewal ratio must be above 0 and at most 0.9, not " + ratio);
            renewalRatio = ratio;
            return this;
        }

        /** How long a release waits for the server's word; usually two seconds. */
        public Builder releaseTimeout(Duration duration) {
            releaseTimeout = positive("release timeout", duration);
            return this;
        }

        /**
         * What people see this client called when they look who holds and who waits: at most 128 bytes without control
         * characters. Usually the application, the host and the number of the process, {@code billing@web-3/4711}; an
         * empty text says nothing.
         */
        public Builder name(String text) {
            Objects.requireNonNull(text, "name");
            require(
                    text.getBytes(StandardCharsets.UTF_8).length <= Request.MAX_LABEL
                            && text.chars().noneMatch(c -> c < ' ' || c == 0x7F),
                    "a name has at most " + Request.MAX_LABEL + " bytes and no control characters");
            name = text.strip();
            return this;
        }

        /**
         * For the address of the host, the connection, TLS and authentication together; usually ten seconds. Of a cluster,
         * each node gets its share of it.
         */
        public Builder connectTimeout(Duration duration) {
            connectTimeout = positive("connect timeout", duration);
            return this;
        }

        /** How long {@link Dflockd#connect} goes on trying if no server is there; usually the first failure counts. */
        public Builder startTimeout(Duration duration) {
            startTimeout = notNegative("start timeout", duration);
            return this;
        }

        /** How long an answer may take, beyond what was allowed for waiting; usually five seconds. */
        public Builder answerTimeout(Duration duration) {
            answerTimeout = positive("answer timeout", duration);
            return this;
        }

        /** After how much silence the server is asked whether it is there; usually 15 seconds, zero is never. */
        public Builder pingInterval(Duration duration) {
            pingInterval = notNegative("ping interval", duration);
            return this;
        }

        /** The bounds of the pause before a lost connection is made again: the first one, and the longest. */
        public Builder backoff(Duration first, Duration most) {
            firstBackoff = positive("back-off", Objects.requireNonNull(first, "first"));
            mostBackoff = positive("back-off", Objects.requireNonNull(most, "most"));
            require(first.compareTo(most) <= 0, "the first back-off is longer than the longest: " + first);
            return this;
        }

        /** The secret that the servers ask for. */
        public Builder authToken(@Nullable String secret) {
            if (secret != null) {
                var unused = Frames.auth(secret);
            }
            authToken = secret;
            return this;
        }

        /** Encrypts connections; the server's certificate must be trusted by this, and be for the host asked for. */
        public Builder tls(SSLContext context) {
            tls = Objects.requireNonNull(context, "context");
            return this;
        }

        /** Whether the certificate must be for the host that was asked for; usually it must. */
        public Builder verifyHostName(boolean verify) {
            verifiesHostName = verify;
            return this;
        }

        /** Where listeners and the stages of futures run; losses of grants are always told on threads of our own. */
        public Builder callbackExecutor(Executor executor) {
            callbackExecutor = Objects.requireNonNull(executor, "executor");
            return this;
        }

        /** What is done about grants that nobody releases because nobody has them any more; usually they are told. */
        public Builder leakDetection(LeakDetection level) {
            leakDetection = Objects.requireNonNull(level, "level");
            return this;
        }

        /** Who is told what the client does, to count and to time it; usually nobody. */
        public Builder metrics(ClientMetrics hooks) {
            metrics = Objects.requireNonNull(hooks, "hooks");
            return this;
        }

        /** The options as they are now; what is set later does not change them. */
        public DflockdOptions build() {
            return new DflockdOptions(this);
        }

        private static Duration notNegative(String what, Duration duration) {
            Objects.requireNonNull(duration, "duration");
            require(!duration.isNegative(), "the " + what + " must not be negative: " + duration);
            return Timers.bounded(duration);
        }

        private static Duration positive(String what, Duration duration) {
            Objects.requireNonNull(duration, "duration");
            require(!duration.isNegative() && !duration.isZero(), "the " + what + " must be positive: " + duration);
            return Timers.bounded(duration);
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
