package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Names or patterns, each with what is kept for it. */
interface Index<T> {
    boolean isEmpty();

    /** What is kept for the name; put there if nothing is. */
    T at(Key name, Supplier<T> otherwise);

    void remove(Key name);

    /** Every name with what is kept for it, in any order. */
    void forEach(BiConsumer<Key, T> visitor);

    /** What is kept for a name that is there. */
    default T get(Key name) {
        return at(name, () -> {
            throw new IllegalStateException("nothing is kept for " + name);
        });
    }
}
