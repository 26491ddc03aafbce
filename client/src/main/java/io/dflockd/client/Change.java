package io.dflockd.client;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Something that happened to a key; see {@link Dflockd#watch(String, Consumer)}.
 *
 * <p>It says what was done to which key, and not what the key has now: ask for that if you need it. Whatever is read then is
 * at least as new as the change, and may be newer; for that there is another change, which comes later. That the time of
 * a value is over is told to nobody.
 *
 * <pre>{@code
 * dflockd.watch("config.*", change -> {
 *     switch (change.event()) {
 *         case KSET, KCAS -> dflockd.values().get(change.key()).ifPresent(now -> cache.put(change.key(), now));
 *         case KDEL -> cache.remove(change.key());
 *         default -> {}
 *     }
 * });
 * }</pre>
 *
 * @param word what happened, as the server names it; {@link #event} is the same as a constant
 * @param key the name of what it happened to: several things, such as a counter and a lock, may have the same
 */
public record Change(String word, String key) {
    /** What can happen to a key. Most are named after the command that did it. */
    public enum Event {
        /** A lock, a read-write lock or a slot of a semaphore was taken. */
        ACQUIRE,
        /** It was given back, or its lease or its holder's connection ended. */
        RELEASE,
        /** A leader was elected. */
        ELECT,
        /** A leader has resigned. One whose lease or connection ended is told as {@link #RELEASE}. */
        RESIGN,
        /** Something was added to a counter. */
        INCR,
        /** Something was taken from a counter. */
        DECR,
        /** A counter was given a number. */
        CSET,
        /** A value was stored. */
        KSET,
        /** A value was stored in place of the one that was expected; if it was another, nothing happened and nothing is told. */
        KCAS,
        /** A value was deleted, or would have been if there had been one. */
        KDEL,
        /** An item was put at the beginning of a list. */
        LPUSH,
        /** An item was put at the end of a list. */
        RPUSH,
        /** The first item of a list was taken. */
        LPOP,
        /** The last item of a list was taken. */
        RPOP,
        /** The first item of a list was taken by somebody who was prepared to wait for it. */
        BLPOP,
        /** The last item of a list was taken by somebody who was prepared to wait for it. */
        BRPOP,
        /** Something that this client has no name for, because the server is newer: {@link Change#word} tells. */
        OTHER
    }

    /** What happened, as a constant; {@link Event#OTHER} for a word that is new to this client. */
    public Event event() {
        String name = word.toUpperCase(Locale.ROOT);
        return Stream.of(Event.values())
                .filter(known -> known.name().equals(name))
                .findAny()
                .orElse(Event.OTHER);
    }
}
