package io.dflockd.engine;

import io.dflockd.protocol.Key;

/** What is stored under a key and is not a lock: a counter, a value, a list or a barrier. */
abstract class Datum<T extends Datum<T>> extends Link<T> {
    final Shard shard;
    final Key key;
    long lastActivityNanos;

    Datum(Shard shard, Key key) {
        this.shard = shard;
        this.key = key;
    }
}
