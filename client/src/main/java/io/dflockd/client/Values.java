package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Texts by key, each of which may have a time to live. With several servers each key lives on its own.
 *
 * <p>A value is one line that is not empty and has no TAB; anything else is an {@link IllegalArgumentException}. It has up to
 * 64 KiB in UTF-8, or as much as the server's {@code --max-value} says, at most 1 MiB; the server refuses a larger one
 * with a {@link DflockdException}. Where a value is compared, the old and the new one share that size. A time to live
 * is rounded up to whole seconds, and without one a value stays.
 * After a {@link ConnectionException} or an interrupt, a change that was on its way may or may not have been made;
 * nothing is sent twice.
 *
 * <pre>{@code
 * Values values = dflockd.values();
 * values.put("region", "north", Duration.ofMinutes(5));
 * if (values.replace("region", "north", "south")) {
 *     System.out.println(values.get("region").orElse("nowhere"));
 * }
 * }</pre>
 */
public final class Values {
    private final Requests requests;

    Values(Requests requests) {
        this.requests = requests;
    }

    /** The value of the key, if there is one. */
    public Optional<String> get(String key) {
        return requests.ask(Frames.value(key), Answers::value);
    }

    /** A future of the value of the key, if there is one. */
    public CompletableFuture<Optional<String>> getAsync(String key) {
        return requests.askAsync(Frames.value(key), Answers::value);
    }

    /** Stores a value to stay, whatever was there before. */
    public void put(String key, String value) {
        requests.ask(Frames.putValue(key, value), Requests::done);
    }

    /** Stores a value to stay, without waiting for the server; the future ends when that is done. */
    public CompletableFuture<Void> putAsync(String key, String value) {
        return requests.askAsync(Frames.putValue(key, value), Requests::done);
    }

    /** Stores a value for some time, whatever was there before. */
    public void put(String key, String value, Duration ttl) {
        requests.ask(Frames.putValue(key, value, ttl), Requests::done);
    }

    /** Stores a value for some time, without waiting for the server; the future ends when that is done. */
    public CompletableFuture<Void> putAsync(String key, String value, Duration ttl) {
        return requests.askAsync(Frames.putValue(key, value, ttl), Requests::done);
    }

    /** Removes the value of the key, if there is one. */
    public void remove(String key) {
        requests.ask(Frames.deleteValue(key), Requests::done);
    }

    /** Removes the value of the key, without waiting for the server; the future ends when that is done. */
    public CompletableFuture<Void> removeAsync(String key) {
        return requests.askAsync(Frames.deleteValue(key), Requests::done);
    }

    /** Stores a value to stay if the key has none; whether it had none. */
    public boolean putIfAbsent(String key, String value) {
        return requests.ask(Frames.compareAndSet(key, null, value), Answers::swapped);
    }

    /** Stores a value to stay if the key has none; the future tells whether it had none. */
    public CompletableFuture<Boolean> putIfAbsentAsync(String key, String value) {
        return requests.askAsync(Frames.compareAndSet(key, null, value), Answers::swapped);
    }

    /** Stores a value for some time if the key has none; whether it had none. */
    public boolean putIfAbsent(String key, String value, Duration ttl) {
        return requests.ask(Frames.compareAndSet(key, null, value, ttl), Answers::swapped);
    }

    /** Stores a value for some time if the key has none; the future tells whether it had none. */
    public CompletableFuture<Boolean> putIfAbsentAsync(String key, String value, Duration ttl) {
        return requests.askAsync(Frames.compareAndSet(key, null, value, ttl), Answers::swapped);
    }

    /** Stores a value to stay if the key has the expected one, whose time to live goes with it; whether it had. */
    public boolean replace(String key, String expected, String value) {
        Objects.requireNonNull(expected, "expected");
        return requests.ask(Frames.compareAndSet(key, expected, value), Answers::swapped);
    }

    /** Stores a value to stay if the key has the expected one; the future tells whether it had. */
    public CompletableFuture<Boolean> replaceAsync(String key, String expected, String value) {
        Objects.requireNonNull(expected, "expected");
        return requests.askAsync(Frames.compareAndSet(key, expected, value), Answers::swapped);
    }

    /** Stores a value for some time if the key has the expected one; whether it had. */
    public boolean replace(String key, String expected, String value, Duration ttl) {
        Objects.requireNonNull(expected, "expected");
        return requests.ask(Frames.compareAndSet(key, expected, value, ttl), Answers::swapped);
    }

    /** Stores a value for some time if the key has the expected one; the future tells whether it had. */
    public CompletableFuture<Boolean> replaceAsync(String key, String expected, String value, Duration ttl) {
        Objects.requireNonNull(expected, "expected");
        return requests.askAsync(Frames.compareAndSet(key, expected, value, ttl), Answers::swapped);
    }
}
