package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lane without a server behind it: it keeps what is sent, and the test answers or breaks it. */
final class ScriptedLane implements Lane {
    private final Timers timers;
    private final Queue<Exchange> sent = new ConcurrentLinkedQueue<>();
    private final List<Consumer<ConnectionException>> breakListeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Function<String, String> server;
    private final AtomicInteger finished = new AtomicInteger();
    private volatile @Nullable ConnectionException brokenBy;
    private volatile Duration lastPatience = Duration.ZERO;

    ScriptedLane(Timers timers) {
        this.timers = timers;
    }

    /** From now on every request is answered at once; one for which there is no answer stays open. */
    ScriptedLane answering(Function<String, @Nullable String> answers) {
        server = answers;
        return this;
    }

    /** From now on nothing is answered. */
    void fallSilent() {
        server = null;
    }

    @Override
    public Exchange send(Frame frame) {
        return send(frame, Duration.ofSeconds(5));
    }

    @Override
    public Exchange send(Frame frame, Duration patience) {
        Exchange exchange = new Exchange(frame, patience.toNanos(), withdrawn -> {});
        lastPatience = patience;
        exchange.sentAt(timers.nanoTime());
        sent.add(exchange);
        ConnectionException broken = brokenBy;
        if (broken != null) {
            exchange.completeExceptionally(broken);
            return exchange;
        }
        Function<String, @Nullable String> answers = server;
        String answer = answers == null ? null : answers.apply(text(exchange));
        if (answer != null) {
            exchange.complete(answer);
        }
        return exchange;
    }

    /** The requests so far, each in one line: {@code n orders token-1 30}. */
    List<String> requests() {
        return sent.stream().map(ScriptedLane::text).toList();
    }

    /** Those that begin with this command. */
    List<String> requests(String command) {
        return requests().stream()
                .filter(each -> each.startsWith(command + " "))
                .toList();
    }

    /** How long whoever sent the latest request waits for its answer. */
    Duration lastPatience() {
        return lastPatience;
    }

    List<Exchange> exchanges() {
        return List.copyOf(sent);
    }

    private static String text(Exchange exchange) {
        String lines = new String(exchange.frame().bytes(), StandardCharsets.UTF_8);
        return lines.strip().replace('\n', ' ');
    }

    /** Answers the oldest request that has no answer yet. */
    void answer(String line) {
        oldestOpen().complete(line);
    }

    Exchange oldestOpen() {
        return sent.stream()
                .filter(each -> !each.isDone())
                .findFirst()
                .orElseThrow(() -> new AssertionError("every request has been answered: " + requests()));
    }

    /** The connection ends: its listeners hear of it, then whoever waits for an answer. */
    void breakOff(ConnectionException cause) {
        brokenBy = cause;
        breakListeners.forEach(listener -> tell(listener, cause));
        sent.forEach(each -> each.completeExceptionally(cause));
    }

    @Override
    public String server() {
        return "lock1:6388";
    }

    @Override
    public boolean isTagged() {
        return true;
    }

    @Override
    public void onBreak(Consumer<ConnectionException> listener) {
        breakListeners.add(listener);
        ConnectionException broken = brokenBy;
        if (broken != null) {
            tell(listener, broken);
        }
    }

    private void tell(Consumer<ConnectionException> listener, ConnectionException cause) {
        if (breakListeners.remove(listener)) {
            listener.accept(cause);
        }
    }

    @Override
    public void removeBreakListener(Consumer<ConnectionException> listener) {
        breakListeners.remove(listener);
    }

    int breakListeners() {
        return breakListeners.size();
    }

    @Override
    public void finished() {
        finished.incrementAndGet();
    }

    /** How often it was told that nothing is held on it any more. */
    int timesFinished() {
        return finished.get();
    }
}
