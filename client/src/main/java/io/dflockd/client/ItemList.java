package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A list of texts that is filled and emptied at both ends, and can be waited at while it is empty.
 *
 * <p>An item is one line that is not empty, of up to 64 KiB in UTF-8, or as much as the server's {@code --max-value} says, at
 * most 1 MiB. Those who wait are served in the order of arrival.
 *
 * <p>Delivery is at most once: an item on its way to a client whose connection breaks is gone, and after a
 * {@link ConnectionException} nobody knows whether an item was added or taken; nothing is sent twice. An item that arrives
 * for somebody who has just gone, by an interrupt or by cancelling the future, is put back at the end it came from: others
 * may have taken the next one meanwhile, so at such moments the order is not kept.
 *
 * <pre>{@code
 * ItemList mails = dflockd.list("mails");
 * mails.addLast("welcome");
 * mails.takeFirst(Duration.ofSeconds(30)).ifPresent(mail -> System.out.println("to send: " + mail));
 * }</pre>
 */
public final class ItemList {
    private static final Logger log = LoggerFactory.getLogger(ItemList.class);

    private final String key;
    private final Requests requests;

    ItemList(String key, Requests requests) {
        this.key = Frames.length(key).key(); // a wrong key is told at once
        this.requests = requests;
    }

    /** The name of the list, which decides on which server it lives. */
    public String key() {
        return key;
    }

    /** Adds an item before all others; returns how many there are now, zero if it went straight to one who waited. */
    public long addFirst(String item) {
        return requests.ask(Frames.pushFirst(key, item), Answers::number);
    }

    /** Adds an item before all others, without waiting for the server; the future has what {@link #addFirst} returns. */
    public CompletableFuture<Long> addFirstAsync(String item) {
        return requests.askAsync(Frames.pushFirst(key, item), Answers::number);
    }

    /** Adds an item after all others; returns how many there are now, zero if it went straight to one who waited. */
    public long addLast(String item) {
        return requests.ask(Frames.pushLast(key, item), Answers::number);
    }

    /** Adds an item after all others, without waiting for the server; the future has what {@link #addLast} returns. */
    public CompletableFuture<Long> addLastAsync(String item) {
        return requests.askAsync(Frames.pushLast(key, item), Answers::number);
    }

    /** Takes the first item, if there is one. */
    public Optional<String> pollFirst() {
        return requests.ask(Frames.popFirst(key), Answers::value, this::putBackFirst);
    }

    /** A future of the first item, which is taken if there is one. */
    public CompletableFuture<Optional<String>> pollFirstAsync() {
        return requests.askAsync(Frames.popFirst(key), Answers::value, this::putBackFirst);
    }

    /** Takes the last item, if there is one. */
    public Optional<String> pollLast() {
        return requests.ask(Frames.popLast(key), Answers::value, this::putBackLast);
    }

    /** A future of the last item, which is taken if there is one. */
    public CompletableFuture<Optional<String>> pollLastAsync() {
        return requests.askAsync(Frames.popLast(key), Answers::value, this::putBackLast);
    }

    /** Takes the first item; if there is none, waits for one. Empty if none came in time. */
    public Optional<String> takeFirst(Duration patience) {
        return requests.await(firstItem(patience));
    }

    /** A future of the first item, which is taken when there is one; empty if none came in time. Cancelling it ends the wait. */
    public CompletableFuture<Optional<String>> takeFirstAsync(Duration patience) {
        return requests.awaitAsync(firstItem(patience));
    }

    /** Takes the last item; if there is none, waits for one. Empty if none came in time. */
    public Optional<String> takeLast(Duration patience) {
        return requests.await(lastItem(patience));
    }

    /** A future of the last item, which is taken when there is one; empty if none came in time. Cancelling it ends the wait. */
    public CompletableFuture<Optional<String>> takeLastAsync(Duration patience) {
        return requests.awaitAsync(lastItem(patience));
    }

    /** How many items there are. */
    public long size() {
        return requests.ask(Frames.length(key), Answers::number);
    }

    /** A future of how many items there are. */
    public CompletableFuture<Long> sizeAsync() {
        return requests.askAsync(Frames.length(key), Answers::number);
    }

    /** The items from one index to another, both included; the first is 0, and -1 is the last. They stay. */
    public List<String> range(long from, long to) {
        return requests.ask(Frames.range(key, from, to), Answers::strings);
    }

    /** A future of the items from one index to another, counted as by {@link #range}. */
    public CompletableFuture<List<String>> rangeAsync(long from, long to) {
        return requests.askAsync(Frames.range(key, from, to), Answers::strings);
    }

    /** All items. They stay. More than 16 MiB at once are refused: {@link #range} gives them in portions. */
    public List<String> all() {
        return range(0, -1);
    }

    /** A future of all items, of which more than 16 MiB at once are refused. They stay. */
    public CompletableFuture<List<String>> allAsync() {
        return rangeAsync(0, -1);
    }

    private Wait<Optional<String>> firstItem(Duration patience) {
        return item(patience, timeout -> Frames.takeFirst(key, timeout), this::putBackFirst);
    }

    private Wait<Optional<String>> lastItem(Duration patience) {
        return item(patience, timeout -> Frames.takeLast(key, timeout), this::putBackLast);
    }

    private static Wait<Optional<String>> item(
            Duration patience, Function<Duration, Frame> frame, Consumer<Optional<String>> unwanted) {
        return new Wait<>(patience, frame, Answers::value, Optional.empty(), unwanted);
    }

    private void putBackFirst(Optional<String> unwanted) {
        unwanted.ifPresent(item -> putBack(item, this::addFirstAsync));
    }

    private void putBackLast(Optional<String> unwanted) {
        unwanted.ifPresent(item -> putBack(item, this::addLastAsync));
    }

    private void putBack(String item, Function<String, CompletableFuture<Long>> end) {
        CompletableFuture.completedFuture(item).thenCompose(end).whenComplete((length, failure) -> {
            if (failure != null) {
                log.error("an item of {} that nobody waited for any more is lost", this, failure);
            }
        });
    }

    @Override
    public String toString() {
        return "list '" + key + "'";
    }
}
