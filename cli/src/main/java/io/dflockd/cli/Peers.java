package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster, as {@code --peers} names them.
 *
 * @param addresses by name, the {@code host:port} at which the others reach each
 */
record Peers(Map<String, String> addresses) {
    static final Kind<Peers> KIND = new Kind<>(
            "LIST", "name=host:port of each node, with commas between, no name or address twice", Peers::parse);

    static final Kind<String> ADDRESS = new Kind<>("HOST:PORT", "host:port", Peers::address);

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
    private static final Kind<Integer> PORT = Kind.number(1, 65_535);

    private static Peers parse(String text) {
        Map<String, String> addresses = new TreeMap<>();
        for (String peer : text.split(",", -1)) {
            int equals = peer.indexOf('=');
            String name =
                    Kind.NODE_NAME.parse(peer.substring(0, Math.max(0, equals)).strip());
            String address = address(peer.substring(equals + 1).strip());
            if (addresses.containsValue(address) || addresses.put(name, address) != null) {
                throw new IllegalArgumentException("twice: " + peer);
            }
        }
        return new Peers(addresses);
    }

    private static String address(String text) {
        String host = host(text);
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("no host: " + text);
        }
        return host + ":" + PORT.parse(text.substring(host.length() + 1));
    }

    private static String host(String address) {
        return address.substring(0, Math.max(0, address.lastIndexOf(':')));
    }

    /** Whether no node can be reached from another machine. A name counts as far away, whatever it stands for today. */
    boolean areOnLoopback() {
        return addresses.values().stream().map(Peers::host).allMatch(Peers::isLoopback);
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }

    /** As somebody would write it. */
    @Override
    public String toString() {
        return addresses.entrySet().stream()
                .map(peer -> peer.getKey() + "=" + peer.getValue())
                .collect(Collectors.joining(","));
    }
}
