package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Pushes;
import io.dflockd.protocol.Status;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one server.
 *
 * <p>With tags it carries as many requests at once as one likes; with a server that knows none, one after the other. An
 * answer that is late or makes no sense ends the connection: nobody ever gets the answer to another's request. All
 * methods may be called from any thread, and none of them waits.
 */
public final class Connection implements AutoCloseable, Exchange.Sender {
    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private static final String TAKEN_BACK = Status.TIMEOUT.word();
    private static final long RETIRED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Channel channel;
    private final Transport timers;
    private final Endpoint server;
    private final ConnectionSettings settings;
    private final Consumer<String> pushes;

    private final Queue<Exchange> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean emptying = new AtomicBoolean();
    private final Runnable emptyOutbox = guarded(this::emptyOutbox);
    private final Map<Consumer<ConnectionException>, Boolean> closeListeners = new ConcurrentHashMap<>();
    private volatile @Nullable ConnectionException closedBy;
    private volatile boolean tagged;
    private volatile boolean takenBack;
    private volatile boolean distrusted;
    private volatile boolean retired;
    private final AtomicInteger users = new AtomicInteger();

    // Only on the transport's thread:
    private final InFlight inFlight = new InFlight();
    private @Nullable Runnable onOpen;
    private long lastTag;
    private boolean muted;
    private final Watchdog watchdog;

    Connection(
            Channel channel, Transport timers, Endpoint server, ConnectionSettings settings, Consumer<String> pushes) {
        this.channel = channel;
        this.timers = timers;
        this.server = server;
        this.settings = settings;
        this.pushes = pushes;
        this.watchdog = new Watchdog(inFlight, settings, timers, this::ping, this::giveUp);
    }

    /** Where it leads. */
    public Endpoint server() {
        return server;
    }

    Channel channel() {
        return channel;
    }

    /** Whether many requests can be under way at once. */
    public boolean isTagged() {
        return tagged;
    }

    /**
     * Whether it is good for something new. One that turns out not to keep to the protocol is not, even before it has
     * ended, and neither is one that is retired.
     */
    public boolean isOpen() {
        return closedBy == null && !distrusted && !retired;
    }

    /** Somebody waits for something on it, or holds something, or is about to. */
    public void use() {
        users.incrementAndGet();
    }

    /** Takes back one {@link #use}. */
    public void stopUsing() {
        users.decrementAndGet();
    }

    /** Nothing new is begun on it; it ends when nobody uses it any more. */
    public void retire() {
        retired = true;
        timers.after(RETIRED_NANOS, guarded(this::endIfUnused));
    }

    /** Now and then: whoever got it a moment before it was retired may just be about to use it. */
    private void endIfUnused() {
        if (closedBy != null) {
            return;
        }
        if (users.get() == 0 && inFlight.isEmpty() && outbox.isEmpty()) {
            broken("left for another node", null);
        } else {
            timers.after(RETIRED_NANOS, guarded(this::endIfUnused));
        }
    }

    /** What it tells unasked is for nobody any more. On the transport's thread. */
    public void mute() {
        muted = true;
    }

    /** Whether it ended because its one request was taken back, which without tags is the only way. */
    public boolean wasTakenBack() {
        return takenBack;
    }

    /** The listener is called once, when the connection has ended; at once if it has already. */
    public void onClose(Consumer<ConnectionException> listener) {
        closeListeners.put(listener, true);
        ConnectionException cause = closedBy;
        if (cause != null && closeListeners.remove(listener) != null) {
            listener.accept(cause);
        }
    }

    /** Takes back {@link #onClose}. A listener that is being called meanwhile is still called. */
    public void removeCloseListener(Consumer<ConnectionException> listener) {
        closeListeners.remove(listener);
    }

    /** Sends a request whose answer is due when its own waiting time and the usual time for an answer have passed. */
    public Exchange send(Frame frame) {
        return send(frame, frame.timeout().plus(settings.answerTimeout()));
    }

    /** Sends a request. If there is no answer within {@code patience} of sending, the connection is given up. */
    public Exchange send(Frame frame, Duration patience) {
        Exchange exchange = new Exchange(frame, Timers.nanos(patience), this);
        outbox.add(exchange);
        try {
            if (emptying.compareAndSet(false, true)) {
                channel.eventLoop().execute(emptyOutbox);
            }
        } catch (RejectedExecutionException ended) {
            transportEnded();
        } catch (RuntimeException | Error thrown) {
            emptying.set(false); // the next one must get here, too
            failUnsent(failure(thrown));
        }
        return exchange;
    }

    private void onOwnThread(Runnable task) {
        try {
            channel.eventLoop().execute(guarded(task));
        } catch (RejectedExecutionException ended) {
            transportEnded();
        }
    }

    /** After the end of the transport nothing runs any more, but whoever asks still gets an answer. */
    private void transportEnded() {
        emptying.set(false);
        failAll(new ClientClosedException());
    }

    /** The rule for everything that happens to a connection: what is thrown ends it, and all that waits for it. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                broken(failure(thrown));
            }
        };
    }

    private ConnectionException failure(Throwable thrown) {
        return new ConnectionException(server + ": the client failed with " + thrown, thrown);
    }

    /** What many threads have left here goes out in one write. */
    private void emptyOutbox() {
        emptying.set(false);
        timers.lookout.seen(timers.lookout.request);
        if (closedBy != null) {
            failAll(closedBy);
            return;
        }
        if (!tagged) {
            sendOneUntagged();
            return;
        }
        if (!outbox.isEmpty()) {
            channel.writeAndFlush(allUnsent(), channel.voidPromise());
            timers.lookout.begin(timers.lookout.answer);
        }
    }

    private ByteBuf allUnsent() {
        ByteBuf bytes = channel.alloc().directBuffer(1024);
        try {
            for (Exchange next = outbox.peek(); next != null; next = outbox.peek()) {
                next.tag = ++lastTag;
                if (start(next)) {
                    writeTagged(next.tag, next.frame(), bytes);
                }
            }
            return bytes;
        } catch (RuntimeException | Error thrown) {
            bytes.release();
            throw thrown;
        }
    }

    private static void writeTagged(long tag, Frame frame, ByteBuf bytes) {
        bytes.writeCharSequence(Long.toString(tag), StandardCharsets.US_ASCII);
        bytes.writeByte(' ');
        bytes.writeBytes(frame.bytes());
    }

    private void sendOneUntagged() {
        for (Exchange next = outbox.peek(); next != null && inFlight.isEmpty(); next = outbox.peek()) {
            if (start(next)) {
                channel.writeAndFlush(Unpooled.wrappedBuffer(next.frame().bytes()), channel.voidPromise());
            }
        }
    }

    /** Takes it out of the outbox; false if another thread has just done so, to tell it that it is not sent. */
    private boolean start(Exchange exchange) {
        exchange.sentAt(timers.nanoTime());
        inFlight.add(exchange);
        if (outbox.remove(exchange)) { // not before: it must not get lost between the two
            watchdog.expectAnswer(exchange);
            return true;
        }
        inFlight.remove(exchange);
        return false;
    }

    @Override
    public void withdraw(Exchange exchange) {
        onOwnThread(() -> {
            if (exchange.isDone() || exchange.withdrawn) {
                return;
            }
            exchange.withdrawn = true;
            if (outbox.remove(exchange)) {
                exchange.complete(TAKEN_BACK); // it never left
            } else if (tagged) {
                send(Frames.cancel(exchange.tag));
            } else {
                takenBack = true;
                inFlight.remove(exchange);
                exchange.complete(TAKEN_BACK);
                broken("a request was taken back", null);
            }
        });
    }

    @Override
    public void distrust(Throwable cause) {
        distrusted = true; // before anybody hears of it and asks again
        Runnable end = () -> broken(String.valueOf(cause.getMessage()), cause);
        if (closedBy != null) {
            return; // everybody hears of that end
        }
        if (timers.isOwnThread()) {
            end.run();
        } else {
            onOwnThread(end);
        }
    }

    // What the pipeline reports, on the transport's thread:

    void onOpen(Runnable task) {
        onOpen = task;
    }

    void opened() {
        watchdog.heard(false);
        Runnable task = onOpen;
        onOpen = null;
        if (task != null) {
            task.run();
        }
    }

    void tagFromNowOn() {
        tagged = true;
    }

    /** Bytes are there, perhaps not yet a whole line. */
    void heardBytes(boolean lineGoesOn) {
        watchdog.heard(lineGoesOn);
    }

    void heard(String line) {
        if (Pushes.isPush(line)) {
            heardPush(line);
        } else if (tagged) {
            heardTagged(line);
        } else {
            answered(inFlight.only(), line);
            emptyOutbox(); // with tags, if that was the answer to the wish for them
        }
    }

    private void heardPush(String line) {
        if (!muted) {
            pushes.accept(line);
        }
    }

    private void heardTagged(String line) {
        int blank = line.indexOf(' ');
        long tag = blank < 1 ? -1 : tagIn(line, blank);
        answered(inFlight.byTag(tag), line.substring(blank + 1));
    }

    private static long tagIn(String line, int end) {
        long tag = 0;
        for (int i = 0; i < end; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9 || i == 18) {
                return -1;
            }
            tag = tag * 10 + digit;
        }
        return tag;
    }

    private void answered(@Nullable Exchange exchange, String line) {
        if (exchange == null) {
            violated("sent a line that nobody had asked for");
            return;
        }
        timers.lookout.seen(timers.lookout.answer);
        timers.lookout.begin(timers.lookout.request);
        exchange.complete(line);
        inFlight.remove(exchange); // not before: it must not get lost between the two
    }

    /** The line is longer than can be read. If it is an answer, only whoever asked is concerned. */
    void heardTooLong(String beginning) {
        int blank = tagged ? beginning.indexOf(' ') : -1;
        Exchange exchange = blank < 1 ? null : inFlight.byTag(tagIn(beginning, blank));
        if (exchange == null) {
            violated("sent a line of more than " + LineCutter.MAX_LINE + " bytes");
            return;
        }
        exchange.completeExceptionally(new DflockdException(exchange.frame() + " on " + server
                + ": the answer has more than " + LineCutter.MAX_LINE + " bytes; ask for less at a time"));
        inFlight.remove(exchange);
    }

    /** The server does not keep to the protocol. */
    void violated(String how) {
        broken(server + " " + how, null);
    }

    /** The end, whatever the reason; only the first one counts. */
    void broken(String why, @Nullable Throwable cause) {
        broken(new ConnectionException(server + ": " + why, cause));
    }

    private void broken(ConnectionException cause) {
        try {
            end(cause);
        } catch (RuntimeException | Error thrown) {
            log.error("{}: the end of the connection has failed, and is tried again", server, thrown);
            end(cause);
        }
    }

    /** May be called again, if it failed half-way. */
    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // the map is a concurrent one
    private void end(ConnectionException cause) {
        ConnectionException first = closedBy;
        ConnectionException end = first == null ? cause : first;
        closedBy = end;
        if (first == null) {
            log.debug("{}: {}", server, end.getMessage());
        }
        watchdog.stop();
        channel.close();
        for (Consumer<ConnectionException> listener : closeListeners.keySet()) {
            if (closeListeners.remove(listener) != null) {
                tell(listener, end);
            }
        }
        failAll(end);
    }

    /** Whatever one of them does, the others must hear of it. */
    private void tell(Consumer<ConnectionException> listener, ConnectionException end) {
        try {
            listener.accept(end);
        } catch (RuntimeException | Error thrown) {
            log.error("{}: somebody who was told of the end has failed", server, thrown);
        }
    }

    private void failAll(ConnectionException end) {
        for (Exchange exchange : inFlight.all()) {
            fail(exchange, end, ": " + end.getMessage() + "; the server may or may not have carried it out");
        }
        inFlight.clear();
        failUnsent(end);
    }

    private void failUnsent(ConnectionException end) {
        for (Exchange next = outbox.peek(); next != null; next = outbox.peek()) {
            fail(next, end, " was not sent: " + end.getMessage());
            outbox.remove(next); // not before: it must not get lost between the two
        }
    }

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private static void fail(Exchange exchange, ConnectionException end, String what) {
        Steps.take(exchange, () -> exchange.completeExceptionally(like(end, exchange.frame() + what)));
    }

    private static ConnectionException like(ConnectionException end, String message) {
        return end instanceof ClientClosedException
                ? new ClientClosedException(message)
                : new ConnectionException(message, end);
    }

    /** Asks a silent server now and then whether it is there. */
    void keepAlive() {
        watchdog.keepAlive();
    }

    private void ping() {
        if (tagged || inFlight.isEmpty()) {
            send(Frames.ping());
        }
    }

    private void giveUp(Exchange overdue) {
        log.debug("{}: no answer to {}", server, overdue.frame());
        broken("the server did not answer in time", null);
    }

    /** Ends the connection: the server gives away what was held or waited for on it. */
    @Override
    public void close() {
        onOwnThread(() -> broken(new ClientClosedException()));
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
