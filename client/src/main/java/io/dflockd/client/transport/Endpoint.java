package io.dflockd.client.transport;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server listens. */
public record Endpoint(String host, int port) {
    /** Where a server listens that was not told otherwise. */
    public static final int DEFAULT_PORT = 6388;

    private static final Pattern ADDRESS =
            Pattern.compile("(?:\\[(?<bracketed>[^\\[\\]\\s]+)]|(?<host>[^\\[\\]:\\s]+))(?::(?<port>[0-9]{1,5}))?");

    /** Refuses a blank host, and a port that does not exist. */
    public Endpoint {
        if (host.isBlank()) {
            throw new IllegalArgumentException("a server needs a host name, as in db1.example.com:6388");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of server " + host + " is not between 1 and 65535");
        }
    }

    /** Reads {@code host}, {@code host:port}, {@code [::1]} or {@code [::1]:port}. */
    public static Endpoint parse(String text) {
        Matcher parts = ADDRESS.matcher(Objects.requireNonNull(text, "address of a server"));
        if (!parts.matches()) {
            boolean isBareIpv6 = text.matches("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
            throw new IllegalArgumentException(
                    isBareIpv6
                            ? "write the IPv6 address in brackets: [" + text + "]"
                            : "'" + text + "' is not host:port");
        }
        String host = parts.group("bracketed") == null ? parts.group("host") : parts.group("bracketed");
        String port = parts.group("port");
        return new Endpoint(host, port == null ? DEFAULT_PORT : Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ':' + port : '[' + host + "]:" + port;
    }
}
