package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name of something on the server: its bytes, compared as they came over the wire.
 *
 * <p>A {@link Request} reads every key into one reusable view of the input, so that looking a key up allocates
 * nothing. Whoever keeps a key keeps {@link #copy() a copy}.
 */
public final class Key implements Comparable<Key> {
    /** How many bytes a key may have. */
    public static final int MAX_BYTES = 256;

    /** How many parts the keys of a server are divided into. */
    public static final int SHARDS = 64;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private byte[] bytes;
    private int from;
    private int length;
    private long hash;

    private Key(byte[] bytes, int from, int length, long hash) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
        this.hash = hash;
    }

    /** The key with this name, which is not checked. */
    public static Key of(String name) {
        return of(name.getBytes(StandardCharsets.UTF_8));
    }

    /** The key with these bytes, which are copied and not checked. */
    public static Key of(byte[] name) {
        return new Key(name.clone(), 0, name.length, fnv1a(name, 0, name.length));
    }

    static Key view() {
        return new Key(new byte[0], 0, 0, FNV_OFFSET);
    }

    /** Turns to another key. False if that has a blank in it, so that it is none. */
    boolean look(byte[] at, int start, int end) {
        bytes = at;
        from = start;
        length = end - start;
        long sum = FNV_OFFSET;
        boolean isWhole = true;
        for (int i = start; i < end; i++) {
            byte each = at[i];
            isWhole &= each > ' ' || (each != ' ' && each != '\t' && each != '\r');
            sum = (sum ^ (each & 0xff)) * FNV_PRIME;
        }
        hash = sum;
        return isWhole;
    }

    /** This key in memory of its own. */
    public Key copy() {
        return new Key(Arrays.copyOfRange(bytes, from, from + length), 0, length, hash);
    }

    /** The part of the server where it lives: from 0 to {@link #SHARDS}, exclusive. Equal keys have the same. */
    public int shard() {
        return (int) hash & (SHARDS - 1);
    }

    /** Whether there is such a character anywhere in it. */
    public boolean contains(char ascii) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == ascii) {
                return true;
            }
        }
        return false;
    }

    /** The parts before, between and after each such character, as views of this key's memory. */
    public List<Key> split(char ascii) {
        List<Key> parts = new ArrayList<>();
        int start = from;
        for (int i = from; i <= from + length; i++) {
            if (i == from + length || bytes[i] == ascii) {
                parts.add(new Key(bytes, start, i - start, fnv1a(bytes, start, i)));
                start = i + 1;
            }
        }
        return parts;
    }

    /** A copy of its bytes. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** Its hash with a secret: 64 bits, any of which will do. */
    public long hashWith(KeyHash secret) {
        return secret.of(bytes, from, length);
    }

    void writeTo(Lines lines) {
        lines.append(bytes, from, length);
    }

    void writeJsonTo(Lines lines) {
        lines.json(bytes, from, length);
    }

    /** The hash of what comes before the first such character, or of all. */
    long hashUpTo(char ascii) {
        int end = from;
        while (end < from + length && bytes[end] != ascii) {
            end++;
        }
        return fnv1a(bytes, from, end);
    }

    private static long fnv1a(byte[] bytes, int start, int end) {
        long hash = FNV_OFFSET;
        for (int i = start; i < end; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key
                && key.hash == hash
                && Arrays.equals(bytes, from, from + length, key.bytes, key.from, key.from + key.length);
    }

    /** The low bits chose the shard, so they are equal within one map: the others spread the keys. */
    @Override
    public int hashCode() {
        return (int) (hash >>> 6) ^ (int) (hash >>> 38);
    }

    @Override
    public int compareTo(Key other) {
        return Arrays.compareUnsigned(bytes, from, from + length, other.bytes, other.from, other.from + other.length);
    }

    @Override
    public String toString() {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
