package io.dflockd.engine;

import org.jspecify.annotations.Nullable;

/** A member of at most one {@link Chain} at a time. */
abstract class Link<T extends Link<T>> {
    @Nullable
    T previous;

    @Nullable
    T next;
}
