package io.dflockd.cluster.machine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are written one after another into memory that grows as needed. */
final class ByteOutput {
    private static final int FIRST_SIZE = 256;

    /** How many bytes the length of a short text takes, which is its first byte. */
    static final int LONGEST_SHORT_TEXT = 255;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;

    int length() {
        return length;
    }

    ByteOutput putByte(int value) {
        room(Byte.BYTES);
        bytes[length++] = (byte) value;
        return this;
    }

    ByteOutput putInt(int value) {
        room(Integer.BYTES);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    ByteOutput putLong(long value) {
        room(Long.BYTES);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    ByteOutput put(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
        return this;
    }

    /** A text of at most {@value #LONGEST_SHORT_TEXT} bytes, behind its length. */
    ByteOutput putShortText(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > LONGEST_SHORT_TEXT) {
            throw new IllegalArgumentException("a name of more than " + LONGEST_SHORT_TEXT + " bytes: " + text);
        }
        return putByte(encoded.length).put(encoded, 0, encoded.length);
    }

    /** Writes over a number that was written before. */
    void setInt(int at, int value) {
        int end = length;
        length = at;
        putInt(value);
        length = end;
    }

    void setLong(int at, long value) {
        int end = length;
        length = at;
        putLong(value);
        length = end;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
