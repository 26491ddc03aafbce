package io.dflockd.cli.shell;

import io.dflockd.cli.wire.Target;
import io.dflockd.cli.wire.Unreachable;
import io.dflockd.cli.wire.WireConnection;
import io.dflockd.protocol.Command;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One connection with tags, so that a request that waits can be taken back, and questions of the shell's own overtake it. */
final class Conversation implements AutoCloseable {
    private static final long PING_SECONDS = 10; // a server ends a connection that is silent for 23

    /**
     * A request that is under way.
     *
     * @param answer fails with {@link Unreachable} if the connection ends before
     */
    record Asked(long tag, CompletableFuture<String> answer) {}

    private final WireConnection connection;
    private final Consumer<String> pushes;
    private final AtomicLong lastTag = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> underWay = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);

    private Conversation(WireConnection connection, Consumer<String> pushes) {
        this.connection = connection;
        this.pushes = pushes;
    }

    /** Begins it. What the server says unasked goes to {@code pushes}, on a thread of its own. */
    static Conversation begin(Target target, Consumer<String> pushes) throws Unreachable {
        WireConnection connection = WireConnection.open(target);
        String reply = connection.ask(Command.TAGGING, "_", "on");
        if (!reply.equals("ok")) {
            connection.close();
            throw new Unreachable(target + " says: " + reply);
        }
        connection.waitForEver();
        Conversation conversation = new Conversation(connection, pushes);
        inBackground("dflockd-answers", conversation::hear);
        inBackground("dflockd-ping", conversation::ping);
        return conversation;
    }

    private static void inBackground(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    Asked ask(Line line) throws Unreachable {
        return ask(line, reply -> {});
    }

    /** Asks; the answer goes to {@code printer} before anything that the server says after it is heard. */
    Asked ask(Line line, Consumer<String> printer) throws Unreachable {
        long tag = lastTag.incrementAndGet();
        CompletableFuture<String> heard = new CompletableFuture<>();
        CompletableFuture<String> answer = heard.whenComplete((reply, gone) -> {
            if (gone == null) {
                printer.accept(reply);
            }
        });
        underWay.put(tag, heard);
        String frame = tag + " " + line.command().word() + "\n" + line.key() + "\n" + line.argument() + "\n";
        synchronized (connection) {
            connection.send(frame.getBytes(StandardCharsets.UTF_8));
        }
        if (over.getCount() == 0) {
            throw new Unreachable("the connection has ended");
        }
        return new Asked(tag, answer);
    }

    /** Takes a request back. It is answered all the same, usually that its time is over. */
    void cancel(Asked asked) {
        try {
            ask(new Line(Command.CANCEL, "_", String.valueOf(asked.tag())));
        } catch (Unreachable gone) {
            asked.answer().completeExceptionally(gone);
        }
    }

    private void ping() {
        try {
            while (!over.await(PING_SECONDS, TimeUnit.SECONDS)) {
                ask(new Line(Command.PING, "_", ""));
            }
        } catch (Unreachable | InterruptedException gone) {
            // whoever asks something hears of it
        }
    }

    private void hear() {
        try {
            while (true) {
                take(connection.read());
            }
        } catch (Unreachable gone) {
            over.countDown();
            underWay.values().forEach(answer -> answer.completeExceptionally(gone));
        }
    }

    private void take(String line) {
        if (line.isEmpty() || !Character.isDigit(line.charAt(0))) {
            pushes.accept(line);
            return;
        }
        int blank = line.indexOf(' ');
        CompletableFuture<String> answer = underWay.remove(Long.parseLong(line.substring(0, blank)));
        if (answer != null) {
            answer.complete(line.substring(blank + 1));
        }
    }

    @Override
    public void close() {
        over.countDown();
        connection.close();
    }
}
