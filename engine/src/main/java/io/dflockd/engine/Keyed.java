package io.dflockd.engine;

import io.dflockd.protocol.Key;
import org.jspecify.annotations.Nullable;

/** What is found by its key: a member of at most one {@link Table}, and of at most one {@link Chain}. */
abstract class Keyed<T extends Keyed<T>> extends Link<T> {
    final Key key;

    /** The next member whose key falls into the same place of the table. */
    @Nullable
    T nextInPlace;

    Keyed(Key key) {
        this.key = key;
    }
}
