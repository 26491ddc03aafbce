package io.dflockd.engine;

/**
 * Where a session comes from, as whoever hosts it says.
 *
 * @param node the node that has its connection; empty where there is only one
 * @param address of the client, as people write it; empty if it has none
 */
public record Origin(String node, String address) {
    /** Of a session that nobody said anything about. */
    public static final Origin UNKNOWN = new Origin("", "");
}
