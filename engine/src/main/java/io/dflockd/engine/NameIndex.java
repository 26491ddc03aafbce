package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names without wildcards, each with what is kept for it. */
final class NameIndex<T> implements Index<T> {
    private final Map<Key, T> byName = new HashMap<>();

    @Override
    public boolean isEmpty() {
        return byName.isEmpty();
    }

    @Nullable
    T find(Key name) {
        return byName.get(name);
    }

    @Override
    public T at(Key name, Supplier<T> otherwise) {
        return byName.computeIfAbsent(name, none -> otherwise.get());
    }

    @Override
    public void remove(Key name) {
        byName.remove(name);
    }

    @Override
    public void forEach(BiConsumer<Key, T> visitor) {
        byName.forEach(visitor);
    }
}
