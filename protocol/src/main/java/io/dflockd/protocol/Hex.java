package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** 64 bits as 16 lowercase hex digits, by tables: every grant writes two of these and every release reads two. */
final class Hex {
    static final int DIGITS = 16;

    private static final byte[] DIGIT = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte NONE = -1;

    /** Both digits of each byte. */
    private static final byte[] PAIRS = new byte[2 * 256];

    /** The value of each byte as a digit. */
    private static final byte[] VALUES = new byte[256];

    static {
        for (int i = 0; i < 256; i++) {
            PAIRS[2 * i] = DIGIT[i >> 4];
            PAIRS[2 * i + 1] = DIGIT[i & 15];
        }
        Arrays.fill(VALUES, NONE);
        for (int i = 0; i < DIGIT.length; i++) {
            VALUES[DIGIT[i]] = (byte) i;
        }
    }

    private Hex() {}

    static byte digit(int value) {
        return DIGIT[value & 15];
    }

    static void write(long value, byte[] to, int from) {
        for (int i = 0; i < DIGITS / 2; i++) {
            int pair = 2 * ((int) (value >>> (56 - 8 * i)) & 0xff);
            to[from + 2 * i] = PAIRS[pair];
            to[from + 2 * i + 1] = PAIRS[pair + 1];
        }
    }

    /** Whether there are so many digits; capital letters are none. */
    static boolean isWellFormed(byte[] bytes, int from, int count) {
        int signs = 0;
        for (int i = from; i < from + count; i++) {
            signs |= VALUES[bytes[i] & 0xff];
        }
        return signs >= 0;
    }

    /** What 16 well-formed digits say. */
    static long read(byte[] bytes, int from) {
        long value = 0;
        for (int i = from; i < from + DIGITS; i++) {
            value = value << 4 | VALUES[bytes[i] & 0xff];
        }
        return value;
    }
}
