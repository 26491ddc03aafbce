package io.dflockd.cluster.machine;

import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link ByteOutput} has written. Whatever is not there, or cannot be, is a damaged entry; no length that
 * was read is believed before it is compared with what is left.
 */
final class ByteInput {
    private final byte[] bytes;
    private final int end;
    private int at;

    ByteInput(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private ByteInput(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    boolean isAtEnd() {
        return at == end;
    }

    /** The memory that is read from, for whoever reads in place. */
    byte[] memory() {
        return bytes;
    }

    int position() {
        return at;
    }

    int end() {
        return end;
    }

    int readByte() {
        require(Byte.BYTES);
        return bytes[at++] & 0xFF;
    }

    boolean readBoolean() {
        int value = readByte();
        if (value > 1) {
            throw UnreadableEntryException.damaged("neither yes nor no: " + value);
        }
        return value == 1;
    }

    int readInt() {
        require(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    long readLong() {
        require(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    String readShortText() {
        int length = readByte();
        require(length);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** All that is left. */
    String readRest() {
        int from = at;
        at = end;
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** The next so many bytes, read by themselves; this input goes on behind them. */
    ByteInput readPiece(int length) {
        require(length);
        at += length;
        return new ByteInput(bytes, at - length, at);
    }

    private void require(int length) {
        if (length < 0 || length > end - at) {
            throw UnreadableEntryException.damaged(length + " bytes where " + (end - at) + " are left");
        }
    }
}
