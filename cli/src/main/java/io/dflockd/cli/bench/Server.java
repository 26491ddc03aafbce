package io.dflockd.cli.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is, and what it takes to get in.
 *
 * @param token what to send first, if the server asks for it
 * @param authority who signs the server's certificate, if not one of those that Java knows
 * @param insecure whether any certificate will do
 */
public record Server(
        String host,
        int port,
        @Nullable String token,
        boolean tls,
        @Nullable Path authority,
        boolean insecure) {

    String address() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Keeps the secret out of messages. */
    @Override
    public String toString() {
        return address();
    }
}
