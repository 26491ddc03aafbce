package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;

/** A source of secret numbers for tokens. The engine has none of its own: it comes in with the turn. */
public interface Salts {
    long next();

    /** Those that follow from a secret seed: whoever has it draws the same, and nobody else can tell the next one. */
    static Salts of(long first, long second) {
        KeyHash seeded = new KeyHash(first, second);
        long[] drawn = new long[1];
        return () -> Key.of(Long.toString(drawn[0]++)).hashWith(seeded);
    }
}
