package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import java.util.concurrent.CompletableFuture;

/**
 * A number of 64 bits that many add to at the same time. It is zero until somebody changes it.
 *
 * <p>A change that would leave the range of a {@code long} is a {@link DflockdException}, and the number stays as it is.
 * After a {@link ConnectionException} or an interrupt, a change that was on its way may or may not have been made;
 * nothing is sent twice.
 *
 * <pre>{@code
 * Counter visits = dflockd.counter("visits");
 * long now = visits.increment();
 * visits.incrementAsync(10).thenAccept(later -> System.out.println("visits: " + later));
 * }</pre>
 */
public final class Counter {
    private final String key;
    private final Requests requests;

    Counter(String key, Requests requests) {
        this.key = Frames.counter(key).key(); // a wrong key is told at once
        this.requests = requests;
    }

    /** The name of the counter, which decides on which server it lives. */
    public String key() {
        return key;
    }

    /** Adds one; returns the new number. */
    public long increment() {
        return increment(1);
    }

    /** Adds one, without waiting for the server; the future has the new number. */
    public CompletableFuture<Long> incrementAsync() {
        return incrementAsync(1);
    }

    /** Adds the amount, which may be negative; returns the new number. */
    public long increment(long amount) {
        return requests.ask(Frames.increment(key, amount), Answers::number);
    }

    /** Adds the amount, which may be negative, without waiting for the server; the future has the new number. */
    public CompletableFuture<Long> incrementAsync(long amount) {
        return requests.askAsync(Frames.increment(key, amount), Answers::number);
    }

    /** Takes one away; returns the new number. */
    public long decrement() {
        return decrement(1);
    }

    /** Takes one away, without waiting for the server; the future has the new number. */
    public CompletableFuture<Long> decrementAsync() {
        return decrementAsync(1);
    }

    /** Takes the amount away; returns the new number. {@link Long#MIN_VALUE} cannot be taken away. */
    public long decrement(long amount) {
        return requests.ask(Frames.decrement(key, amount), Answers::number);
    }

    /** Takes the amount away, without waiting for the server; the future has the new number. */
    public CompletableFuture<Long> decrementAsync(long amount) {
        return requests.askAsync(Frames.decrement(key, amount), Answers::number);
    }

    /** The number at this moment. */
    public long get() {
        return requests.ask(Frames.counter(key), Answers::number);
    }

    /** A future of the number. */
    public CompletableFuture<Long> getAsync() {
        return requests.askAsync(Frames.counter(key), Answers::number);
    }

    /** Makes it this number, whatever it was. */
    public void set(long number) {
        requests.ask(Frames.setCounter(key, number), Requests::done);
    }

    /** Makes it this number, without waiting for the server; the future ends when that is done. */
    public CompletableFuture<Void> setAsync(long number) {
        return requests.askAsync(Frames.setCounter(key, number), Requests::done);
    }

    @Override
    public String toString() {
        return "counter '" + key + "'";
    }
}
