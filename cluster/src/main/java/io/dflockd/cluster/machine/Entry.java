package io.dflockd.cluster.machine;

import java.util.List;

/**
 * One entry of the log: {@code version, cluster time, 16 bytes of seed, parts}, each part behind its length. An entry
 * without parts lets time pass.
 *
 * @param nanos the cluster time at which its leader made it
 * @param firstSeed half of the seed for the tokens of its grants
 * @param secondSeed the other half
 * @param parts as their nodes wrote them
 */
public record Entry(long nanos, long firstSeed, long secondSeed, List<byte[]> parts) {
    /** How many bytes an entry has at most, unless a single part is longer. */
    public static final int MOST_BYTES = 1024 * 1024;

    /** The bytes as they stand in the log. */
    public byte[] toBytes() {
        ByteOutput out = new ByteOutput();
        out.putByte(Part.VERSION).putLong(nanos).putLong(firstSeed).putLong(secondSeed);
        for (byte[] part : parts) {
            out.putInt(part.length).put(part, 0, part.length);
        }
        return out.toBytes();
    }

    /** Reads the version, and stands before the time. */
    static ByteInput open(byte[] entry) {
        ByteInput in = new ByteInput(entry);
        int version = in.readByte();
        if (version != Part.VERSION) {
            throw UnreadableEntryException.unknown("an entry of version " + version);
        }
        return in;
    }
}
