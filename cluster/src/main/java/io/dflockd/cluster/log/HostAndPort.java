package io.dflockd.cluster.log;

/** {@code host:port} in its two parts; the host of an IPv6 address stands in brackets. */
record HostAndPort(String host, int port) {
    static HostAndPort parse(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("not host:port: " + address);
        }
        String host = address.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new HostAndPort(
                bracketed ? host.substring(1, host.length() - 1) : host,
                Integer.parseInt(address.substring(colon + 1)));
    }
}
