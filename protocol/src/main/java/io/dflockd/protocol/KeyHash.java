package io.dflockd.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A hash of keys that nobody can foresee without its secret, so that nobody can choose many keys with the same one.
 *
 * <p>It is SipHash-1-3 of the bytes of a key (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). The hash
 * that a {@link Key} has by itself is public: it says which part of the server a key lives in, and nothing else may rest
 * on it.
 */
public final class KeyHash {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LAST_ROUNDS = 3;

    private final long start0;
    private final long start1;
    private final long start2;
    private final long start3;

    /** A hash whose secret is these two numbers. */
    public KeyHash(long secret0, long secret1) {
        this.start0 = secret0 ^ 0x736f6d6570736575L;
        this.start1 = secret1 ^ 0x646f72616e646f6dL;
        this.start2 = secret0 ^ 0x6c7967656e657261L;
        this.start3 = secret1 ^ 0x7465646279746573L;
    }

    /**
     * A round for each whole word, one for the rest and the length, and three without input that mix what there is. The
     * round stands here twice, and nothing branches in it: every request comes past.
     */
    long of(byte[] bytes, int from, int length) {
        long v0 = start0;
        long v1 = start1;
        long v2 = start2;
        long v3 = start3;
        int words = from + (length & -Long.BYTES);
        for (int at = from; at <= words; at += Long.BYTES) {
            long word = at < words ? (long) WORD.get(bytes, at) : lastWord(bytes, from, length);
            v3 ^= word;
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= word;
        }
        v2 ^= 0xff;
        for (int i = 0; i < LAST_ROUNDS; i++) {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /** The bytes that fill no word, and above them the length. Where there is a word before them, they are its end. */
    private static long lastWord(byte[] bytes, int from, int length) {
        int rest = length % Long.BYTES;
        long word = (long) length << 56;
        if (rest > 0 && length > Long.BYTES) {
            long end = (long) WORD.get(bytes, from + length - Long.BYTES);
            return word | (end >>> (Long.SIZE - rest * Byte.SIZE));
        }
        for (int i = 0; i < rest; i++) {
            word |= (bytes[from + length - rest + i] & 0xffL) << (Byte.SIZE * i);
        }
        return word;
    }
}
