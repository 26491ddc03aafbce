package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Pushes;
import io.dflockd.protocol.Status;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final Channel channel;
    private final Transport timers;
    private final Endpoint server;
    private final ConnectionSettings settings;
    private final Consumer<String> pushes;

    private final Queue<Exchange> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean emptying = new AtomicBoolean();
    private final Map<Consumer<ConnectionException>, Boolean> closeListeners = new ConcurrentHashMap<>();
    private volatile @Nullable ConnectionException closedBy;
    private volatile boolean tagged;
    private volatile boolean takenBack;
    private volatile boolean distrusted;

    // Only on the transport's thread:
    private final InFlight inFlight = new InFlight();
    private @Nullable Runnable onOpen;
    private long lastTag;
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

    /** Whether many requests can be under way at once. */
    public boolean isTagged() {
        return tagged;
    }

    /** Whether requests can still be sent. One that turns out not to keep to the protocol is not used any more, even before it has ended. */
    public boolean isOpen() {
        return closedBy == null && !distrusted;
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
        if (emptying.compareAndSet(false, true)) {
            onOwnThread(this::emptyOutbox);
        }
        return exchange;
    }

    /** After the end of the transport nothing runs any more, but whoever asks still gets an answer. */
    private void onOwnThread(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException ended) {
            emptying.set(false); // the next one must get here, too
            failAll(new ClientClosedException());
        }
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
        ByteBuf bytes = null;
        for (Exchange next = outbox.poll(); next != null; next = outbox.poll()) {
            bytes = bytes == null ? channel.alloc().directBuffer(1024) : bytes;
            next.tag = ++lastTag;
            writeTagged(next.tag, next.frame(), bytes);
            started(next);
        }
        if (bytes != null) {
            channel.writeAndFlush(bytes, channel.voidPromise());
            timers.lookout.begin(timers.lookout.answer);
        }
    }

    private static void writeTagged(long tag, Frame frame, ByteBuf bytes) {
        bytes.writeCharSequence(Long.toString(tag), StandardCharsets.US_ASCII);
        bytes.writeByte(' ');
        bytes.writeBytes(frame.bytes());
    }

    private void sendOneUntagged() {
        if (inFlight.isEmpty()) {
            Exchange next = outbox.poll();
            if (next != null) {
                started(next);
                channel.writeAndFlush(
                        channel.alloc().directBuffer().writeBytes(next.frame().bytes()), channel.voidPromise());
            }
        }
    }

    private void started(Exchange exchange) {
        exchange.sentAt(timers.nanoTime());
        inFlight.add(exchange);
        watchdog.expectAnswer(exchange);
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
    public void distrust(ProtocolViolationException violation) {
        distrusted = true; // before anybody hears of it and asks again
        Runnable end = () -> broken(String.valueOf(violation.getMessage()), violation);
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
        watchdog.heard();
        Runnable task = onOpen;
        onOpen = null;
        if (task != null) {
            task.run();
        }
    }

    void tagFromNowOn() {
        tagged = true;
    }

    void heard(String line) {
        watchdog.heard();
        if (Pushes.isPush(line)) {
            pushes.accept(line);
        } else if (tagged) {
            heardTagged(line);
        } else {
            answered(inFlight.only(), line);
            emptyOutbox(); // with tags, if that was the answer to the wish for them
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
        inFlight.remove(exchange);
        timers.lookout.seen(timers.lookout.answer);
        timers.lookout.begin(timers.lookout.request);
        exchange.complete(line);
    }

    /** The server does not keep to the protocol. */
    void violated(String how) {
        broken(server + " " + how, null);
    }

    /** The end, whatever the reason; only the first one counts. */
    void broken(String why, @Nullable Throwable cause) {
        end(new ConnectionException(server + ": " + why, cause));
    }

    private void end(ConnectionException end) {
        if (closedBy != null) {
            return;
        }
        closedBy = end;
        log.debug("{}: {}", server, end.getMessage());
        watchdog.stop();
        channel.close();
        for (Consumer<ConnectionException> listener : new ArrayList<>(closeListeners.keySet())) {
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

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private void failAll(ConnectionException end) {
        for (Exchange exchange : inFlight.removeAll()) {
            String doubt = "; the server may or may not have carried it out";
            exchange.completeExceptionally(like(end, exchange.frame() + ": " + end.getMessage() + doubt));
        }
        for (Exchange next = outbox.poll(); next != null; next = outbox.poll()) {
            next.completeExceptionally(like(end, next.frame() + " was not sent: " + end.getMessage()));
        }
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
        onOwnThread(() -> end(new ClientClosedException()));
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
