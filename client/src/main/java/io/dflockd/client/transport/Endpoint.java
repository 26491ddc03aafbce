package io.dflockd.client.transport;

/** Where a server listens. */
public record Endpoint(String host, int port) {
    public static final int DEFAULT_PORT = 6388;

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
        int bracket = text.lastIndexOf(']');
        int colon = text.indexOf(':', Math.max(bracket, 0));
        if (bracket < 0 && colon != text.lastIndexOf(':')) {
            throw new IllegalArgumentException("write the IPv6 address in brackets: [" + text + "]");
        }
        String host = colon < 0 ? text : text.substring(0, colon);
        return new Endpoint(withoutBrackets(host), colon < 0 ? DEFAULT_PORT : port(text, colon + 1));
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String text, int from) {
        try {
            return Integer.parseInt(text.substring(from));
        } catch (NumberFormatException notOne) {
            throw new IllegalArgumentException("'" + text + "' is not host:port", notOne);
        }
    }

    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ':' + port : '[' + host + "]:" + port;
    }
}
