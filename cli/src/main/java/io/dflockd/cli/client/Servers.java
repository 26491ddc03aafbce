package io.dflockd.cli.client;

import io.dflockd.cli.options.Kind;
import io.dflockd.cli.wire.Target;
import io.dflockd.cli.wire.Trust;
import io.dflockd.client.Dflockd;
import io.dflockd.client.DflockdOptions;
import io.dflockd.client.Sharding;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a command is a client of.
 *
 * @param isCluster whether they are nodes of one cluster, and do not share the keys
 * @param token what they want to hear first, or null
 * @param authority the PEM file of who signed their certificates, or null for those that Java trusts
 */
record Servers(
        List<String> addresses,
        boolean isCluster,
        @Nullable String token,
        boolean isEncrypted,
        @Nullable Path authority) {
    static final Kind<List<String>> ADDRESSES =
            new Kind<>("HOST:PORT", "host:port, or several with commas between", Servers::addresses);

    private static final String DEFAULT_PORT = ":6388";

    private static List<String> addresses(String text) {
        List<String> addresses =
                Arrays.stream(text.split(",", -1)).map(Servers::address).toList();
        var unused = DflockdOptions.builder().servers(addresses); // which checks them
        return addresses;
    }

    private static String address(String text) {
        String address = text.strip();
        boolean hasPort = address.indexOf(':', address.lastIndexOf(']') + 1) >= 0;
        return hasPort ? address : address + DEFAULT_PORT;
    }

    /** Connects. What is then said must be harmless to repeat, or not be repeated. */
    Dflockd connect() {
        DflockdOptions.Builder options = DflockdOptions.builder().authToken(token);
        if (isCluster) {
            options.cluster(addresses);
        } else {
            options.servers(addresses);
        }
        if (isEncrypted) {
            try {
                options.tls(Trust.in(authority));
            } catch (IOException | GeneralSecurityException unusable) {
                throw new IllegalArgumentException(
                        "--tls-ca " + authority + " has no certificate in PEM form", unusable);
            }
        }
        return Dflockd.connect(options.build());
    }

    /** The one to ask about a key. */
    Target targetOf(String key) {
        return target(isCluster ? 0 : Sharding.CRC_32.indexOf(key, addresses.size()));
    }

    /** The one that was named first. */
    Target first() {
        return target(0);
    }

    private Target target(int index) {
        return new Target(addresses.get(index), token, isEncrypted, authority);
    }
}
