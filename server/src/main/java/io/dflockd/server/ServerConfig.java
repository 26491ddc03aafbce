package io.dflockd.server;

import io.dflockd.engine.Settings;
import io.dflockd.protocol.FrameReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one server, checked and unchangeable.
 *
 * <pre>{@code
 * ServerConfig config = ServerConfig.builder().port(0).maxLocks(512).build();
 * }</pre>
 *
 * <p>A value outside its rule is refused with an {@link IllegalArgumentException} that names the setting by its flag on
 * the command line. The file is long because every setting has a field, an accessor and a setter; nothing else is here.
 * What changes the answers of the engine is in the engine's {@link Settings}, which has the defaults too.
 */
public final class ServerConfig {
    /** The longest time that can be counted in nanoseconds. A longer one is taken to be as long as this. */
    public static final Duration LONGEST_TIME = Duration.ofSeconds(9_223_372_036L);

    /** The longest authentication token, in bytes: the longest line that a client may send. */
    public static final int LONGEST_AUTH_TOKEN = 65_536;

    /** The defaults of all settings. */
    public static final ServerConfig DEFAULT = builder().build();

    private final String host;
    private final int port;
    private final Settings settings;
    private final Duration leaseSweepInterval;
    private final Duration gcInterval;
    private final int maxConnections;
    private final int maxConnectionsPerIp;
    private final int maxMemory;
    private final int maxValue;
    private final Duration readTimeout;
    private final Duration writeTimeout;
    private final Duration shutdownTimeout;
    private final @Nullable Path tlsCert;
    private final @Nullable Path tlsKey;
    private final @Nullable Path tlsClientCa;
    private final @Nullable String authToken;
    private final @Nullable String adminToken;
    private final @Nullable Path fenceStateFile;
    private final Transport transport;
    private final int eventLoops;

    private ServerConfig(Builder given) {
        host = given.host;
        port = given.port;
        settings = given.settings;
        leaseSweepInterval = given.leaseSweepInterval;
        gcInterval = given.gcInterval;
        maxConnections = given.maxConnections;
        maxConnectionsPerIp = given.maxConnectionsPerIp;
        maxMemory = given.maxMemory;
        maxValue = given.maxValue;
        readTimeout = given.readTimeout;
        writeTimeout = given.writeTimeout;
        shutdownTimeout = given.shutdownTimeout;
        tlsCert = given.tlsCert;
        tlsKey = given.tlsKey;
        tlsClientCa = given.tlsClientCa;
        authToken = given.authToken;
        adminToken = given.adminToken;
        fenceStateFile = given.fenceStateFile;
        transport = given.transport;
        eventLoops = given.eventLoops;
    }

    /** A builder that holds the default of every setting. */
    public static Builder builder() {
        return new Builder();
    }

    /** The address to listen on, as a name or a number. */
    public String host() {
        return host;
    }

    /** The port to listen on; 0 takes any that is free. */
    public int port() {
        return port;
    }

    /** What of this the engine has to know, with the engine's own defaults. */
    public Settings settings() {
        return settings;
    }

    /** How long a grant lasts when its request names no lease. */
    public Duration defaultLease() {
        return Duration.ofSeconds(settings.defaultLeaseSeconds());
    }

    public Duration leaseSweepInterval() {
        return leaseSweepInterval;
    }

    public Duration gcInterval() {
        return gcInterval;
    }

    /** How long an entry that nobody uses is kept. */
    public Duration gcMaxIdle() {
        return settings.maxIdle();
    }

    /** How many resources may be held or waited for at once. */
    public int maxLocks() {
        return settings.limits().maxLocks();
    }

    /** How many counters, values, lists and barriers may exist; 0 for no limit. */
    public int maxKeys() {
        return settings.limits().maxKeys();
    }

    /** How many items one list may hold; 0 for no limit. */
    public int maxListLength() {
        return settings.limits().maxListLength();
    }

    /** How many connections may be open; 0 for no limit. */
    public int maxConnections() {
        return maxConnections;
    }

    /** How many connections may be open from one remote address; 0 for no limit. */
    public int maxConnectionsPerIp() {
        return maxConnectionsPerIp;
    }

    /** How many waiters one resource may have; 0 for no limit. */
    public int maxWaiters() {
        return settings.limits().maxWaiters();
    }

    /** How many subscriptions one connection may have; 0 for no limit. */
    public int maxSubscriptions() {
        return settings.limits().maxSubscriptions();
    }

    /** How many tagged requests may be parked on one connection. */
    public int maxInflight() {
        return settings.limits().maxInflight();
    }

    /** The share of the heap's old generation, in percent, above which data is refused; 0 for no limit. */
    public int maxMemory() {
        return maxMemory;
    }

    /** How many bytes the argument of a command that stores or sends a value may have. */
    public int maxValue() {
        return maxValue;
    }

    public Duration readTimeout() {
        return readTimeout;
    }

    /** How long the socket may take no byte of what waits to be written; zero for no limit. */
    public Duration writeTimeout() {
        return writeTimeout;
    }

    /** How long a drain may take; zero for no limit. */
    public Duration shutdownTimeout() {
        return shutdownTimeout;
    }

    public boolean autoReleaseOnDisconnect() {
        return settings.autoRelease();
    }

    /** The PEM file with the server's certificate chain, or null for plain TCP. */
    public @Nullable Path tlsCert() {
        return tlsCert;
    }

    /** The PEM file with the key of {@link #tlsCert}; null exactly when that is null. */
    public @Nullable Path tlsKey() {
        return tlsKey;
    }

    /** The PEM file with the authorities that must have signed a client's certificate, or null to ask for none. */
    public @Nullable Path tlsClientCa() {
        return tlsClientCa;
    }

    /** The secret that a client has to send first, or null when every client may enter. */
    public @Nullable String authToken() {
        return authToken;
    }

    /** The secret that lets a client in and also change the cluster, or null when nobody can show one. */
    public @Nullable String adminToken() {
        return adminToken;
    }

    /** Whether every grant is answered with its fence, also to clients that did not ask for it. */
    public boolean fenceField() {
        return settings.fenceField();
    }

    /** The file that keeps fences growing over restarts, or null to start from the wall clock. */
    public @Nullable Path fenceStateFile() {
        return fenceStateFile;
    }

    public Transport transport() {
        return transport;
    }

    /** How many event loops serve the connections; 0 leaves the choice to the server. */
    public int eventLoops() {
        return eventLoops;
    }

    /** Where it listens and how it is guarded, never with a secret. */
    @Override
    public String toString() {
        return "ServerConfig[host=" + host + ", port=" + port + ", transport=" + transport + ", tls="
                + (tlsCert != null) + ", authToken=" + (authToken == null ? "none" : "****") + "]";
    }

    /** Settings in the making. It starts with the defaults; each setter checks its own value. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port = 6388;
        private Settings settings = Settings.DEFAULT;
        private Duration leaseSweepInterval = Duration.ofSeconds(1);
        private Duration gcInterval = Duration.ofSeconds(5);
        private int maxConnections;
        private int maxConnectionsPerIp;
        private int maxMemory = 80;
        private int maxValue = FrameReader.VALUE_CAP;
        private Duration readTimeout = Duration.ofSeconds(23);
        private Duration writeTimeout = Duration.ofSeconds(5);
        private Duration shutdownTimeout = Duration.ofSeconds(30);
        private @Nullable Path tlsCert;
        private @Nullable Path tlsKey;
        private @Nullable Path tlsClientCa;
        private @Nullable String authToken;
        private @Nullable String adminToken;
        private @Nullable Path fenceStateFile;
        private Transport transport = Transport.AUTO;
        private int eventLoops;

        private Builder() {}

        public Builder host(String host) {
            require(!host.isBlank(), "--host must not be empty");
            this.host = host;
            return this;
        }

        public Builder port(int port) {
            require(port >= 0 && port <= 65_535, "--port must be from 0 to 65535, not " + port);
            this.port = port;
            return this;
        }

        public Builder defaultLease(Duration lease) {
            settings = settings.withDefaultLeaseSeconds(
                    positive("--default-lease-ttl", lease).toSeconds());
            return this;
        }

        public Builder leaseSweepInterval(Duration interval) {
            leaseSweepInterval = positive("--lease-sweep-interval", interval);
            return this;
        }

        public Builder gcInterval(Duration interval) {
            gcInterval = positive("--gc-interval", interval);
            return this;
        }

        public Builder gcMaxIdle(Duration idle) {
            settings = settings.withMaxIdle(positive("--gc-max-idle", idle));
            return this;
        }

        public Builder maxLocks(int limit) {
            settings = settings.withMaxLocks(atLeast(1, "--max-locks", limit));
            return this;
        }

        public Builder maxKeys(int limit) {
            settings = settings.withMaxKeys(atLeast(0, "--max-keys", limit));
            return this;
        }

        public Builder maxListLength(int limit) {
            settings = settings.withMaxListLength(atLeast(0, "--max-list-length", limit));
            return this;
        }

        public Builder maxConnections(int limit) {
            maxConnections = atLeast(0, "--max-connections", limit);
            return this;
        }

        public Builder maxConnectionsPerIp(int limit) {
            maxConnectionsPerIp = atLeast(0, "--max-connections-per-ip", limit);
            return this;
        }

        public Builder maxWaiters(int limit) {
            settings = settings.withMaxWaiters(atLeast(0, "--max-waiters", limit));
            return this;
        }

        public Builder maxSubscriptions(int limit) {
            settings = settings.withMaxSubscriptions(atLeast(0, "--max-subscriptions", limit));
            return this;
        }

        public Builder maxInflight(int limit) {
            settings = settings.withMaxInflight(atLeast(1, "--max-inflight", limit));
            return this;
        }

        public Builder maxMemory(int percent) {
            require(percent >= 0 && percent <= 100, "--max-memory must be from 0 to 100, not " + percent);
            maxMemory = percent;
            return this;
        }

        public Builder maxValue(int bytes) {
            require(
                    bytes >= FrameReader.LINE_CAP && bytes <= FrameReader.LARGEST_VALUE_CAP,
                    "--max-value must be from " + FrameReader.LINE_CAP + " to " + FrameReader.LARGEST_VALUE_CAP
                            + " bytes, not " + bytes);
            maxValue = bytes;
            return this;
        }

        public Builder readTimeout(Duration timeout) {
            readTimeout = positive("--read-timeout", timeout);
            return this;
        }

        public Builder writeTimeout(Duration timeout) {
            writeTimeout = notNegative("--write-timeout", timeout);
            return this;
        }

        public Builder shutdownTimeout(Duration timeout) {
            shutdownTimeout = notNegative("--shutdown-timeout", timeout);
            return this;
        }

        public Builder autoReleaseOnDisconnect(boolean release) {
            settings = settings.withAutoRelease(release);
            return this;
        }

        public Builder tlsCert(@Nullable Path certificate) {
            tlsCert = certificate;
            return this;
        }

        public Builder tlsKey(@Nullable Path key) {
            tlsKey = key;
            return this;
        }

        public Builder tlsClientCa(@Nullable Path authorities) {
            tlsClientCa = authorities;
            return this;
        }

        public Builder authToken(@Nullable String token) {
            if (token != null) {
                requireSendable("--auth-token", token);
            }
            authToken = token;
            return this;
        }

        /** Of use only beside {@link #authToken}: where nobody needs a secret, nobody shows one. */
        public Builder adminToken(@Nullable String token) {
            if (token != null) {
                requireSendable("the admin token", token);
            }
            adminToken = token;
            return this;
        }

        public Builder fenceField(boolean appended) {
            settings = settings.withFenceField(appended);
            return this;
        }

        public Builder fenceStateFile(@Nullable Path file) {
            fenceStateFile = file;
            return this;
        }

        public Builder transport(Transport transport) {
            this.transport = transport;
            return this;
        }

        public Builder eventLoops(int loops) {
            eventLoops = atLeast(0, "--event-loops", loops);
            return this;
        }

        public ServerConfig build() {
            require(tlsCert == null || tlsKey != null, "--tls-cert needs --tls-key beside it");
            require(tlsKey == null || tlsCert != null, "--tls-key needs --tls-cert beside it");
            require(tlsClientCa == null || tlsCert != null, "--tls-client-ca needs --tls-cert and --tls-key beside it");
            require(adminToken == null || authToken != null, "an admin token needs an --auth-token beside it");
            require(
                    adminToken == null || !adminToken.equals(authToken),
                    "the admin token must not be the --auth-token");
            return new ServerConfig(this);
        }

        private static int atLeast(int least, String flag, int value) {
            require(value >= least, flag + " must be at least " + least + ", not " + value);
            return value;
        }

        private static Duration positive(String flag, Duration time) {
            require(time.compareTo(Duration.ZERO) > 0, flag + " must be longer than 0 seconds");
            return countable(time);
        }

        private static Duration notNegative(String flag, Duration time) {
            require(!time.isNegative(), flag + " must not be less than 0 seconds");
            return countable(time);
        }

        private static Duration countable(Duration time) {
            return time.compareTo(LONGEST_TIME) > 0 ? LONGEST_TIME : time;
        }

        private static void requireSendable(String name, String token) {
            require(!token.isBlank(), name + " must not be empty");
            require(token.indexOf('\n') < 0 && token.indexOf('\r') < 0, name + " must be a single line");
            int bytes = token.getBytes(StandardCharsets.UTF_8).length;
            require(
                    bytes <= LONGEST_AUTH_TOKEN,
                    name + " must be at most " + LONGEST_AUTH_TOKEN + " bytes long, not " + bytes);
        }

        private static void require(boolean rule, String message) {
            if (!rule) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
