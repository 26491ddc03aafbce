package io.dflockd.cli;

import static io.dflockd.cli.Group.CLEANING;
import static io.dflockd.cli.Group.CLUSTER;
import static io.dflockd.cli.Group.LEASES;
import static io.dflockd.cli.Group.LIMITS;
import static io.dflockd.cli.Group.LOGGING;
import static io.dflockd.cli.Group.NETWORK;
import static io.dflockd.cli.Group.SECURITY;
import static io.dflockd.cli.options.Kind.ADDRESS;
import static io.dflockd.cli.options.Kind.DIRECTORY;
import static io.dflockd.cli.options.Kind.FILE;
import static io.dflockd.cli.options.Kind.NODE_NAME;
import static io.dflockd.cli.options.Kind.READABLE_FILE;
import static io.dflockd.cli.options.Kind.SECRET;
import static io.dflockd.cli.options.Kind.SWITCH;
import static io.dflockd.cli.options.Kind.fraction;
import static io.dflockd.cli.options.Kind.number;
import static io.dflockd.cli.options.Kind.oneOf;
import static io.dflockd.cli.options.Kind.seconds;
import static io.dflockd.protocol.FrameReader.LARGEST_VALUE_CAP;
import static io.dflockd.protocol.FrameReader.LINE_CAP;

import io.dflockd.cli.options.Kind;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.ServerConfig.Builder;
import io.dflockd.server.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Every setting of the server, one row each: its place in the help, what it takes, where its default comes from and
 * where its value goes in the configuration of the server, and a line of help.
 *
 * <p>The name of the row is the name of the setting: {@code MAX_LOCKS} is {@code --max-locks} on the command line,
 * {@code max-locks} in a file and {@code DFLOCKD_MAX_LOCKS} in the environment, where seconds end in {@code _S}. A row
 * may add an older name of its variable, which then comes first.
 */
@SuppressWarnings({"BadImport", "ImmutableEnumChecker"}) // "Builder" keeps a row in one line; functions have no state
enum Setting {
    HOST(NETWORK, ADDRESS, ServerConfig::host, Builder::host, "Address to listen on; :: for all."),
    PORT(NETWORK, number(0, 65_535), ServerConfig::port, Builder::port, "Port to listen on; 0 picks a free one."),
    TRANSPORT(
            NETWORK,
            oneOf(Transport.class),
            ServerConfig::transport,
            Builder::transport,
            "auto, epoll, io_uring or nio."),
    EVENT_LOOPS(
            NETWORK,
            number(0),
            ServerConfig::eventLoops,
            Builder::eventLoops,
            "Threads for clients; 0 = half the cores."),
    READ_TIMEOUT(
            NETWORK,
            seconds(1),
            ServerConfig::readTimeout,
            Builder::readTimeout,
            "Longest wait for a client's next request."),
    WRITE_TIMEOUT(
            NETWORK,
            seconds(0),
            ServerConfig::writeTimeout,
            Builder::writeTimeout,
            "Longest stalled write; 0 = no limit."),
    SHUTDOWN_TIMEOUT(
            NETWORK,
            seconds(0),
            ServerConfig::shutdownTimeout,
            Builder::shutdownTimeout,
            "Longest drain on shutdown; 0 = no limit."),

    AUTH_TOKEN(SECURITY, SECRET, "", "Secret clients must send; visible in ps."),
    AUTH_TOKEN_FILE(SECURITY, FILE, "", "File with the secret clients must send."),
    ADMIN_TOKEN_FILE(SECURITY, FILE, "", "File with the secret of operators."),
    TLS_CERT(SECURITY, READABLE_FILE, Builder::tlsCert, "Certificate chain (PEM); turns TLS on."),
    TLS_KEY(SECURITY, READABLE_FILE, Builder::tlsKey, "Private key of the certificate (PEM)."),
    TLS_CLIENT_CA(SECURITY, READABLE_FILE, Builder::tlsClientCa, "CA of required client certificates (PEM)."),

    DEFAULT_LEASE_TTL(
            LEASES,
            seconds(1),
            ServerConfig::defaultLease,
            Builder::defaultLease,
            "Lease for requests that name none."),
    LEASE_SWEEP_INTERVAL(
            LEASES,
            seconds(1),
            ServerConfig::leaseSweepInterval,
            Builder::leaseSweepInterval,
            "How often to look for lapsed leases."),
    AUTO_RELEASE_ON_DISCONNECT(
            LEASES,
            SWITCH,
            ServerConfig::autoReleaseOnDisconnect,
            Builder::autoReleaseOnDisconnect,
            "Release when the client disconnects."),
    FENCE_FIELD(LEASES, SWITCH, ServerConfig::fenceField, Builder::fenceField, "Send fences without being asked."),
    FENCE_STATE_FILE(LEASES, FILE, Builder::fenceStateFile, "Keeps fences growing across restarts."),

    DATA_DIR(CLUSTER, DIRECTORY, "", "Keeps all state there, over restarts."),
    NODE(CLUSTER, NODE_NAME, "", "Name of this node among --peers."),
    PEERS(CLUSTER, Peers.KIND, "", "All nodes: a=host:port,b=host:port,..."),
    BOOTSTRAP(CLUSTER, SWITCH, "false", "An empty --data-dir begins a cluster."),
    ELECTION_TIMEOUT(CLUSTER, fraction("0.3"), "0.7", "How long nodes do without a leader."),
    NODE_GRACE(CLUSTER, seconds(1), "5", "Silence that ends a node's sessions."),
    CLUSTER_TLS_CERT(CLUSTER, READABLE_FILE, "", "This node's certificate chain (PEM)."),
    CLUSTER_TLS_KEY(CLUSTER, READABLE_FILE, "", "Private key of that certificate (PEM)."),
    CLUSTER_TLS_CA(CLUSTER, READABLE_FILE, "", "CA of all nodes' certificates (PEM)."),
    CLUSTER_INSECURE(CLUSTER, SWITCH, "false", "Let nodes talk in plain text."),

    MAX_LOCKS(LIMITS, number(1), ServerConfig::maxLocks, Builder::maxLocks, "Keys held or waited for; not 0."),
    MAX_KEYS(LIMITS, number(0), ServerConfig::maxKeys, Builder::maxKeys, "Counters, values, lists and barriers."),
    MAX_LIST_LENGTH(LIMITS, number(0), ServerConfig::maxListLength, Builder::maxListLength, "Items in a list."),
    MAX_WAITERS(LIMITS, number(0), ServerConfig::maxWaiters, Builder::maxWaiters, "Waiters per key."),
    MAX_SUBSCRIPTIONS(
            LIMITS,
            number(0),
            ServerConfig::maxSubscriptions,
            Builder::maxSubscriptions,
            "Subscriptions per connection."),
    MAX_INFLIGHT(
            LIMITS, number(1), ServerConfig::maxInflight, Builder::maxInflight, "Parked requests per client; not 0."),
    MAX_MEMORY(
            LIMITS,
            number(0, 100),
            ServerConfig::maxMemory,
            Builder::maxMemory,
            "Percent of the old generation for data."),
    MAX_VALUE(
            LIMITS,
            number(LINE_CAP, LARGEST_VALUE_CAP),
            ServerConfig::maxValue,
            Builder::maxValue,
            "Bytes in a value or signal; not 0."),
    MAX_CONNECTIONS(LIMITS, number(0), ServerConfig::maxConnections, Builder::maxConnections, "Connections in total."),
    MAX_CONNECTIONS_PER_IP(
            LIMITS,
            number(0),
            ServerConfig::maxConnectionsPerIp,
            Builder::maxConnectionsPerIp,
            "Connections from one address."),

    GC_INTERVAL(
            CLEANING,
            seconds(1),
            ServerConfig::gcInterval,
            Builder::gcInterval,
            "How often to look for idle keys.",
            "DFLOCKD_GC_LOOP_SLEEP"),
    GC_MAX_IDLE(
            CLEANING,
            seconds(1),
            ServerConfig::gcMaxIdle,
            Builder::gcMaxIdle,
            "How long an idle key is kept.",
            "DFLOCKD_GC_MAX_UNUSED_TIME"),

    LOG_FORMAT(LOGGING, oneOf(LogFormat.class), "text", "text, or json: one object per line."),
    DEBUG(LOGGING, SWITCH, "false", "Log details that help to find a fault.");

    private final Group group;
    private final Kind<?> kind;
    private final String defaultText;
    private final BiConsumer<Builder, String> target;
    private final String description;
    private final List<String> variables = new ArrayList<>();

    <T> Setting(
            Group group,
            Kind<T> kind,
            String defaultText,
            BiConsumer<Builder, T> target,
            String description,
            String... olderVariables) {
        this.group = group;
        this.kind = kind;
        this.defaultText = defaultText;
        this.target = (config, text) -> target.accept(config, kind.parse(text));
        this.description = description;
        variables.addAll(List.of(olderVariables));
        variables.add("DFLOCKD_" + name() + (kind.isTime() ? "_S" : ""));
    }

    /** A setting of the server, which knows its default. */
    <T> Setting(
            Group group,
            Kind<T> kind,
            Function<ServerConfig, T> accessor,
            BiConsumer<Builder, T> target,
            String description,
            String... olderVariables) {
        this(group, kind, kind.textOf(accessor.apply(ServerConfig.DEFAULT)), target, description, olderVariables);
    }

    /** A setting of the server that has no value unless one is given. */
    <T> Setting(Group group, Kind<T> kind, BiConsumer<Builder, T> target, String description) {
        this(group, kind, "", target, description);
    }

    /** A setting that the program itself uses. */
    <T> Setting(Group group, Kind<T> kind, String defaultText, String description) {
        this(group, kind, defaultText, (config, value) -> {}, description);
    }

    /** The setting with this name in a configuration file. */
    static Optional<Setting> named(String name) {
        return List.of(values()).stream()
                .filter(setting -> setting.key().equals(name))
                .findFirst();
    }

    /** Its name in a configuration file. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name on the command line. */
    String flag() {
        return "--" + key();
    }

    /** Its names in the environment, the strongest first. */
    List<String> variables() {
        return variables;
    }

    Group group() {
        return group;
    }

    Kind<?> kind() {
        return kind;
    }

    /** The default as somebody would write it, empty for none. */
    String defaultText() {
        return defaultText;
    }

    String description() {
        return description;
    }

    /** Puts a value into the configuration of the server; throws IllegalArgumentException if it is not taken. */
    void apply(String text, Builder config) {
        target.accept(config, text);
    }
}
