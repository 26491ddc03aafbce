package io.dflockd.client.wire;

/** A line that the server sends unasked, to those who subscribed. */
public sealed interface Pushed {
    /** A signal on a channel: {@code sig <channel> <payload>}. */
    record Signal(String channel, String payload) implements Pushed {
        /** Without the payload, which is private. */
        @Override
        public String toString() {
            return "Signal[" + Shown.key(channel) + "]";
        }
    }

    /** Something happened to a watched key: {@code watch <event> <key>}. */
    record Change(String event, String key) implements Pushed {}

    /** Something happened to an observed election: {@code leader <event> <key>}. */
    record Leader(String event, String key) implements Pushed {}
}
