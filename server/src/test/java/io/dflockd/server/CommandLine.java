package io.dflockd.server;

import java.time.Duration;
import java.util.List;

/** The options of vectors and of servers in a process of their own, as settings. */
final class CommandLine {
    private CommandLine() {}

    /** Reads options of the form {@code --name=value}; the port is any that is free. */
    static ServerConfig config(List<String> options) {
        ServerConfig.Builder builder = ServerConfig.builder().port(0).eventLoops(1);
        for (String option : options) {
            String[] parts = option.split("=", 2);
            set(builder, parts[0], parts.length == 2 ? parts[1] : "true");
        }
        return builder.build();
    }

    private static void set(ServerConfig.Builder builder, String name, String value) {
        switch (name) {
            case "--auth-token" -> builder.authToken(value);
            case "--event-loops" -> builder.eventLoops(Integer.parseInt(value));
            case "--auto-release-on-disconnect" -> builder.autoReleaseOnDisconnect(Boolean.parseBoolean(value));
            case "--default-lease-ttl" -> builder.defaultLease(seconds(value));
            case "--fence-field" -> builder.fenceField(Boolean.parseBoolean(value));
            case "--gc-interval" -> builder.gcInterval(seconds(value));
            case "--gc-max-idle" -> builder.gcMaxIdle(seconds(value));
            case "--lease-sweep-interval" -> builder.leaseSweepInterval(seconds(value));
            case "--max-connections" -> builder.maxConnections(Integer.parseInt(value));
            case "--max-keys" -> builder.maxKeys(Integer.parseInt(value));
            case "--max-list-length" -> builder.maxListLength(Integer.parseInt(value));
            case "--max-locks" -> builder.maxLocks(Integer.parseInt(value));
            case "--max-memory" -> builder.maxMemory(Integer.parseInt(value));
            case "--max-subscriptions" -> builder.maxSubscriptions(Integer.parseInt(value));
            case "--max-value" -> builder.maxValue(Integer.parseInt(value));
            case "--max-waiters" -> builder.maxWaiters(Integer.parseInt(value));
            case "--read-timeout" -> builder.readTimeout(seconds(value));
            case "--shutdown-timeout" -> builder.shutdownTimeout(seconds(value));
            case "--write-timeout" -> builder.writeTimeout(seconds(value));
            default -> throw new IllegalArgumentException("no test needed this option so far: " + name);
        }
    }

    private static Duration seconds(String value) {
        return Duration.ofSeconds(Long.parseLong(value));
    }
}
