package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of output lines, made to be used again and again. */
public final class Lines {
    private static final int MOST_DIGITS = 20; // of an unsigned 64-bit number

    private static final int FEW = 256;
    private static final int MOST_KEPT = 65_536;
    private static final byte[] CONTROL = {'u', '0', '0'};
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private byte[] bytes = new byte[FEW];
    private int length;

    /** An empty buffer. */
    public Lines() {}

    /** The memory of the buffer itself: the first {@link #length} bytes are written. The next byte may replace it. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes have been written since the last {@link #clear}. */
    public int length() {
        return length;
    }

    /** Starts over. The memory of an unusually long line is not kept for the short ones that follow. */
    public void clear() {
        length = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[FEW];
        }
    }

    /** A copy of what has been written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Writes one reply as one line, behind its tag unless that is {@link Request#NO_TAG}. */
    public Lines reply(long tag, Reply reply) {
        tag(tag);
        reply.writeTo(this);
        return end();
    }

    /** Writes the tag before a reply, unless it is {@link Request#NO_TAG}. */
    public Lines tag(long tag) {
        return tag == Request.NO_TAG ? this : decimal(tag).space();
    }

    /** Ends the line. */
    public Lines end() {
        return put((byte) '\n');
    }

    /** Writes some bytes as they are. */
    public Lines append(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Writes a text of ASCII characters. */
    public Lines append(String ascii) {
        byte[] source = ascii.getBytes(StandardCharsets.US_ASCII);
        return append(source, 0, source.length);
    }

    /** Writes the bytes of a key. */
    public Lines append(Key key) {
        key.writeTo(this);
        return this;
    }

    /** Writes the blank between two fields. */
    public Lines space() {
        return put((byte) ' ');
    }

    /** Writes all 64 bits as 16 lowercase hex digits. */
    public Lines hex(long value) {
        reserve(Hex.DIGITS);
        Hex.write(value, bytes, length);
        length += Hex.DIGITS;
        return this;
    }

    /** Writes an unsigned 64-bit number. */
    public Lines decimal(long unsigned) {
        reserve(MOST_DIGITS);
        long rest = unsigned;
        int at = length + MOST_DIGITS;
        if (rest < 0) {
            long quotient = Long.divideUnsigned(rest, 10);
            bytes[--at] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        }
        do {
            long quotient = rest / 10;
            bytes[--at] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        } while (rest != 0);
        int digits = length + MOST_DIGITS - at;
        System.arraycopy(bytes, at, bytes, length, digits);
        length += digits;
        return this;
    }

    /** Writes a signed 64-bit number. */
    public Lines signed(long value) {
        return value < 0 ? put((byte) '-').decimal(-value) : decimal(value);
    }

    /** Writes a JSON string with the key's characters. */
    public Lines json(Key key) {
        key.writeJsonTo(this);
        return this;
    }

    /** Writes a JSON string. */
    public Lines json(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return json(utf8, 0, utf8.length);
    }

    /** Writes some UTF-8 as a JSON string. */
    Lines json(byte[] utf8, int from, int count) {
        return put((byte) '"').jsonText(utf8, from, count).put((byte) '"');
    }

    /**
     * Writes what stands between the quotes of a JSON string. The bytes are UTF-8, so only quotes, backslashes and
     * controls need an escape.
     */
    Lines jsonText(byte[] utf8, int from, int count) {
        reserve(count);
        int end = from + count;
        int plain = from; // where what needs no escape begins
        for (int i = from; i < end; i++) {
            if (needsEscape(utf8[i])) {
                append(utf8, plain, i - plain).escape(utf8[i]);
                plain = i + 1;
            }
        }
        return append(utf8, plain, end - plain);
    }

    private static boolean needsEscape(byte each) {
        return each == '"' || each == '\\' || (each >= 0 && each < ' ');
    }

    private void escape(byte each) {
        put((byte) '\\');
        if (each < ' ') {
            append(CONTROL, 0, CONTROL.length).put(Hex.digit(each >> 4));
            put(Hex.digit(each));
        } else {
            put(each);
        }
    }

    Lines put(byte each) {
        reserve(1);
        bytes[length++] = each;
        return this;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            long least = (long) length + more;
            if (least > LONGEST) {
                throw new IllegalStateException("a line of more than " + LONGEST + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, Math.max(bytes.length * 2L, least)));
        }
    }
}
