package io.dflockd.engine;

import io.dflockd.protocol.Key;

/** What is stored under a key and is not a lock: a counter, a value, a list or a barrier. */
abstract class Datum<T extends Datum<T>> extends Keyed<T> {
    final Shard shard;
    long lastActivityNanos;

    Datum(Shard shard, Key key) {
        super(key);
        this.shard = shard;
    }
}
