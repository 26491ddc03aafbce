package io.dflockd.client;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Something that happened to a key; see {@link Dflockd#watch(String, Consumer)}.
 *
 * @param word what happened, as the server names it
 */
public record Change(String word, String key) {
    /** What can happen to a key. Most are named after the command that did it. */
    public enum Event {
        /** A lock, a read-write lock or a slot of a semaphore was taken. */
        ACQUIRE,
        /** It was given back, or its lease or its holder's connection ended. */
        RELEASE,
        ELECT,
        RESIGN,
        INCR,
        DECR,
        CSET,
        KSET,
        KCAS,
        /** A value was deleted, or would have been if there had been one. */
        KDEL,
        LPUSH,
        RPUSH,
        LPOP,
        RPOP,
        BLPOP,
        BRPOP,
        /** Something that this client has no name for, because the server is newer: {@link Change#word} tells. */
        OTHER
    }

    /** What happened. */
    public Event event() {
        String name = word.toUpperCase(Locale.ROOT);
        return Stream.of(Event.values())
                .filter(known -> known.name().equals(name))
                .findAny()
                .orElse(Event.OTHER);
    }
}
