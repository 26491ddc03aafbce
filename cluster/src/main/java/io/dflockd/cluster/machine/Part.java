package io.dflockd.cluster.machine;

import org.jspecify.annotations.Nullable;

/**
 * One part of an entry, encoded: what a node gives to the leader, and what the leader copies into the log.
 *
 * <p>A <i>sub-batch</i> is what one node has collected from its clients: {@code 1, node, epoch, sequence, records}. It is
 * applied once, in its turn. A <i>control part</i> is {@code 2, record}; its record says by itself when it is out of
 * date, so that it needs no number.
 */
public final class Part {
    /** How many bytes a sub-batch has at most, unless a single request is longer. */
    public static final int MOST_BYTES = 256 * 1024;

    static final int SUB_BATCH = 1;
    static final int CONTROL = 2;

    /** The highest version of entries that this program knows, and the one that it writes. */
    public static final int VERSION = 1;

    /**
     * Whose sub-batch it is, and which.
     *
     * @param node the name of the node
     * @param epoch which life of the node
     * @param sequence its number in that life, from one on
     */
    public record Header(String node, long epoch, long sequence) {
        static Header readFrom(ByteInput in) {
            return new Header(in.readShortText(), in.readLong(), in.readLong());
        }
    }

    private Part() {}

    /**
     * The header of a sub-batch, or null for a control part.
     *
     * @throws UnreadableEntryException if the bytes are neither
     */
    public static @Nullable Header headerOf(byte[] part) {
        ByteInput in = new ByteInput(part);
        return readKind(in) == CONTROL ? null : Header.readFrom(in);
    }

    /**
     * Refuses a part that no machine of this version could read: once it is in the log, every node would end at it, at every
     * start.
     */
    static void requireReadable(byte[] part) {
        ByteInput in = new ByteInput(part);
        if (readKind(in) == CONTROL) {
            skipControl(in);
        } else {
            var unusedHeader = Header.readFrom(in);
            while (!in.isAtEnd()) {
                var unusedRecord = HostRecord.readFrom(in);
            }
        }
    }

    private static void skipControl(ByteInput in) {
        switch (RecordType.readFrom(in, RecordType.Origin.CONTROL)) {
            case GENESIS -> Genesis.readFrom(in);
            case HELLO -> in.readPiece(in.readByte() + 2 * Long.BYTES + Integer.BYTES);
            case NODE_GONE -> in.readPiece(in.readByte() + Long.BYTES);
            case SETTINGS -> {
                in.readPiece(Long.BYTES);
                ClusterSettings.readFrom(in);
            }
            default -> throw new IllegalStateException("no record that controls anything");
        }
        if (!in.isAtEnd()) {
            throw UnreadableEntryException.damaged("more bytes than its record has");
        }
    }

    static int readKind(ByteInput in) {
        int kind = in.readByte();
        if (kind != SUB_BATCH && kind != CONTROL) {
            throw UnreadableEntryException.unknown("a part of kind " + kind);
        }
        return kind;
    }

    /** The first of all parts. The machine takes one and no other. */
    public static byte[] genesis(Genesis genesis) {
        ByteOutput out = control(RecordType.GENESIS);
        genesis.writeTo(out);
        return out.toBytes();
    }

    /**
     * A node begins a life. It is taken if the node's epoch is still the given one, and gives it the next.
     *
     * @param nonce by which the process knows its own
     * @param epochBefore the epoch of the node as far as it knows; zero if it never had one
     */
    public static byte[] hello(String node, long nonce, long epochBefore) {
        ByteOutput out = control(RecordType.HELLO).putShortText(node);
        return out.putLong(nonce).putLong(epochBefore).putInt(VERSION).toBytes();
    }

    /** A life of a node is over. It is taken if that is still its present one. */
    public static byte[] nodeGone(String node, long epoch) {
        return control(RecordType.NODE_GONE).putShortText(node).putLong(epoch).toBytes();
    }

    /**
     * Other settings for everybody.
     *
     * @param replaced the number of the settings that they were made from; if others came between, these are not taken
     */
    public static byte[] settings(long replaced, ClusterSettings settings) {
        ByteOutput out = control(RecordType.SETTINGS).putLong(replaced);
        settings.writeTo(out);
        return out.toBytes();
    }

    private static ByteOutput control(RecordType type) {
        return new ByteOutput().putByte(CONTROL).putByte(type.code());
    }
}
