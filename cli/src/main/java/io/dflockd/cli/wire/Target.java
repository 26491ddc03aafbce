package io.dflockd.cli.wire;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server that is asked.
 *
 * @param address {@code host:port} for its clients
 * @param token what it wants to hear first, or null
 * @param encrypted whether it speaks TLS
 * @param authority the PEM file of who signed its certificate, or null for those that Java trusts
 */
public record Target(
        String address,
        @Nullable String token,
        boolean encrypted,
        @Nullable Path authority) {
    /** A server that wants neither a token nor TLS. */
    public static Target plain(String address) {
        return new Target(address, null, false, null);
    }

    String host() {
        return address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    int port() {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Keeps the token out of messages. */
    @Override
    public String toString() {
        return address;
    }
}
