package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;

/**
 * One line that a session did not ask for, ready to be sent: the same bytes go to everybody who hears of it.
 *
 * <p>Its first word is never that of a reply, so a client can tell the two apart.
 */
public final class Push implements Line {
    /** What observers of an election hear. */
    public enum LeaderEvent {
        /** There is a leader, after a time without one. */
        ELECTED("elected"),
        /** There is another leader, because the last one was lost. */
        FAILOVER("failover"),
        /** The leader is gone, and nobody has followed yet. */
        RESIGNED("resigned");

        private final String word;

        LeaderEvent(String word) {
            this.word = word;
        }

        /** The second word of the push. */
        public String word() {
            return word;
        }
    }

    private final byte[] line;

    private Push(Lines lines) {
        this.line = lines.put((byte) '\n').toBytes();
    }

    /** {@code sig <channel> <payload>} */
    public static Push signal(Key channel, byte[] payload) {
        return new Push(new Lines().append("sig ").append(channel).space().append(payload, 0, payload.length));
    }

    /** {@code watch <event> <key>} */
    public static Push watch(String event, Key key) {
        return new Push(new Lines().append("watch ").append(event).space().append(key));
    }

    /** {@code leader <event> <key>} */
    public static Push leader(LeaderEvent event, Key key) {
        return new Push(
                new Lines().append("leader ").append(event.word()).space().append(key));
    }

    /** How many bytes it has, terminator included. */
    public int length() {
        return line.length;
    }

    @Override
    public void writeTo(Lines lines) {
        lines.append(line, 0, line.length);
    }

    /** The line without its terminator, for logs and tests. */
    public String line() {
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
    }
}
