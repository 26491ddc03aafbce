package io.dflockd.server;

import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Session;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What one event loop has for itself: its connections, buffers they take turns with, and the outbox of its turns.
 *
 * <p>Everything here belongs to the loop's thread, except {@link #deliver}: the answer that another thread has for a
 * connection of this loop goes into the inbox, and however many go there before the loop looks, it is woken once.
 */
final class Loop implements Outbox {
    private static final int INPUT_BYTES = 65_536;

    final EventLoop thread;
    final byte[] input = new byte[INPUT_BYTES];
    final Request request = new Request();
    final Lines lines = new Lines();

    private final Service service;
    private final Salts salts = new SecureSalts();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Queue<Connection> touched = new ArrayDeque<>();
    private final Queue<Delivery> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isAwake = new AtomicBoolean();

    private record Delivery(Connection to, long tag, Reply reply) {}

    Loop(EventLoop thread, Service service) {
        this.thread = thread;
        this.service = service;
    }

    /** The outbox of threads that are no event loop: they run no requests, they only wake parked ones. */
    static final Outbox ELSEWHERE = new Outbox() {
        @Override
        public void reply(Session to, long tag, Reply reply) {
            throw new IllegalStateException("a request of " + to + " runs outside its event loop");
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            Connection connection = Connection.of(to);
            connection.loop().deliver(connection, tag, reply);
        }

        @Override
        public boolean push(Session to, Push push) {
            return false;
        }

        @Override
        public void cutOff(Session slow) {}
    };

    @Override
    public boolean push(Session to, Push push) {
        return false;
    }

    @Override
    public void cutOff(Session slow) {}

    Turn turn() {
        return new Turn(service.runtime().nowNanos(), salts, this);
    }

    @Override
    public void reply(Session to, long tag, Reply reply) {
        Connection.of(to).take(tag, reply);
    }

    /** For a connection of this loop the answer is noted at once. */
    @Override
    public void wake(Session to, long tag, Reply reply) {
        Connection connection = Connection.of(to);
        if (connection.loop() == this) {
            connection.wake(tag, reply);
        } else {
            connection.loop().deliver(connection, tag, reply);
        }
    }

    private void deliver(Connection to, long tag, Reply reply) {
        inbox.add(new Delivery(to, tag, reply));
        if (isAwake.compareAndSet(false, true)) {
            thread.execute(this::emptyInbox);
        }
    }

    private void emptyInbox() {
        isAwake.set(false);
        for (Delivery each = inbox.poll(); each != null; each = inbox.poll()) {
            each.to.wake(each.tag, each.reply);
        }
        settle();
    }

    /** The connection has something to write, or may go on with its requests. */
    void touch(Connection connection) {
        touched.add(connection);
    }

    /** Lets every touched connection go on and write. Called when no shard is held. */
    void settle() {
        for (Connection each = touched.poll(); each != null; each = touched.poll()) {
            each.goOn();
        }
    }

    void add(Connection connection) {
        connections.add(connection);
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    List<Connection> connections() {
        return List.copyOf(connections);
    }
}
