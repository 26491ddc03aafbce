package io.dflockd.cluster;

import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.Home;
import io.dflockd.cluster.machine.HostedSession;
import io.dflockd.cluster.machine.Outbound;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.dflockd.server.ServerSession;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients of this node: what they ask is collected here for the leader, and what the machine tells them arrives here.
 *
 * <p>Loops write, the courier takes out, the log tells what was applied; the monitor of {@code outbound} keeps them apart.
 * It may be taken with the replica's lock held, and never the other way round.
 */
final class Clients implements Home.Resident {
    /** What may wait to be sent and applied, before loops are told to come again. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final Logger log = LoggerFactory.getLogger(Clients.class);

    private final Outbound outbound;
    private final Map<Long, Client> byHandle = new ConcurrentHashMap<>();
    private final Runnable onWork;
    private final Consumer<ClusterSettings> onSettings;
    private boolean isAlive; // guarded by outbound
    private boolean isDismissed; // guarded by outbound
    private long bytes; // guarded by outbound; about
    private volatile boolean needsHello = true;

    /** Runs {@code onWork} when there is something to send, from any thread. */
    Clients(String node, Runnable onWork, Consumer<ClusterSettings> onSettings) {
        this.outbound = new Outbound(node);
        this.onWork = onWork;
        this.onSettings = onSettings;
    }

    void add(Client client) {
        byHandle.put(client.handle(), client);
    }

    void remove(Client client) {
        byHandle.remove(client.handle());
    }

    /** What became of a frame that a loop has brought. */
    enum Collected {
        YES,
        /** This node is not part of the cluster at the moment. */
        NOT_ALIVE,
        FULL
    }

    Collected request(Client client, Request request) {
        boolean tagged = request.tag() != Request.NO_TAG;
        synchronized (outbound) {
            if (!isAlive) {
                return Collected.NOT_ALIVE;
            }
            if (bytes > MOST_BYTES) {
                return Collected.FULL;
            }
            if (!client.isOpen) {
                client.isOpen = true;
                outbound.open(client.handle(), client.address);
            }
            outbound.request(client.handle(), tagged, request.memory(), request.frameFrom(), request.frameTo());
            bytes += request.frameTo() - request.frameFrom();
            client.underWay.incrementAndGet();
        }
        onWork.run();
        return Collected.YES;
    }

    /** Something about a client that the machine knows, unless nobody would hear of it. */
    void tell(Client client, Consumer<Outbound> record) {
        synchronized (outbound) {
            if (!isAlive || !client.isOpen) {
                return;
            }
            record.accept(outbound);
        }
        onWork.run();
    }

    /** This node is about to stop. */
    void dismiss() {
        synchronized (outbound) {
            isDismissed = true;
            outbound.dismiss();
        }
        onWork.run();
    }

    boolean hasNext() {
        synchronized (outbound) {
            return outbound.hasNext();
        }
    }

    byte @Nullable [] next() {
        synchronized (outbound) {
            return outbound.next();
        }
    }

    /** Nobody knows what became of what was sent. */
    void giveAgain() {
        synchronized (outbound) {
            outbound.giveAgain();
        }
        onWork.run();
    }

    /** Whether something was sent that is not known to be applied. */
    boolean isWaiting() {
        synchronized (outbound) {
            return outbound.underWay() > 0;
        }
    }

    boolean needsHello() {
        return needsHello;
    }

    /**
     * There is no leader: whoever asked for something that was certainly never sent hears so. Without tags an answer
     * belongs to the first request that has none; a client that has sent others before must not be misled by it, and waits.
     */
    void refuseUnsent() {
        synchronized (outbound) {
            outbound.refuseUnsent(new Refusals(outbound.unsentRequests()));
            bytes = outbound.bytes();
        }
    }

    private final class Refusals implements Outbound.Refused {
        private final FrameReader reader = new FrameReader();
        private final Request request = new Request();
        private final Set<Long> unsentAlone = new HashSet<>();

        Refusals(Map<Long, Integer> unsent) {
            unsent.forEach((handle, count) -> {
                Client client = byHandle.get(handle);
                if (client == null || client.underWay.get() == count) {
                    unsentAlone.add(handle);
                }
            });
        }

        @Override
        public boolean mayRefuse(long handle, boolean tagged) {
            return tagged || unsentAlone.contains(handle);
        }

        @Override
        public void request(long handle, boolean tagged, byte[] bytes, int from, int to) {
            reader.discard();
            reader.setTagged(tagged);
            reader.feed(bytes, from, to);
            var unused = reader.next();
            long tag = tagged ? request.tagOf(reader) : Request.NO_TAG;
            reply(handle, tag, Status.ERROR_NOT_LEADER.reply());
        }
    }

    /** Nobody can tell what becomes of requests that were sent to a leader who is gone: who sent them is cut off. */
    void abandonUndecided() {
        byHandle.values().stream()
                .filter(client -> client.underWay.get() > 0)
                .forEach(client -> client.session.abandon("no leader can tell what became of its requests"));
    }

    private @Nullable ServerSession decided(long handle) {
        Client client = byHandle.get(handle);
        if (client == null) {
            return null;
        }
        client.underWay.decrementAndGet();
        return client.session;
    }

    @Override
    public void reply(long handle, long tag, Reply reply) {
        ServerSession session = decided(handle);
        if (session != null) {
            session.reply(tag, reply);
        }
    }

    @Override
    public void parked(long handle, long tag) {
        ServerSession session = decided(handle);
        if (session != null) {
            session.park();
        }
    }

    @Override
    public void wake(long handle, long tag, Reply reply) {
        Client client = byHandle.get(handle);
        if (client != null) {
            client.session.wake(tag, reply);
        }
    }

    @Override
    public void push(long handle, Push push) {
        Client client = byHandle.get(handle);
        if (client != null) {
            client.session.push(push);
        }
    }

    @Override
    public void fault(long handle, long tag, Command command, RuntimeException bug) {
        ServerSession session = decided(handle);
        if (session != null) {
            session.fault(tag, command, bug);
        }
    }

    @Override
    public void ended(long handle) {
        Client client = byHandle.get(handle);
        if (client != null) {
            client.session.abandon("its session has ended");
        }
    }

    @Override
    public void began(long epoch) {
        synchronized (outbound) {
            outbound.begin(epoch);
            isAlive = true;
            bytes = 0;
            needsHello = false;
            if (isDismissed) {
                outbound.dismiss();
            }
        }
        onWork.run();
    }

    @Override
    public void over() {
        log.warn("the others have given this node up: its clients are cut off, and it joins again");
        synchronized (outbound) {
            outbound.end();
            isAlive = false;
            needsHello = true;
        }
        byHandle.values().forEach(client -> client.session.abandon("its node was given up by the others"));
        onWork.run();
    }

    @Override
    public void refused() {
        needsHello = true;
    }

    @Override
    public void applied(long sequence) {
        synchronized (outbound) {
            outbound.applied(sequence);
            bytes = outbound.bytes();
        }
    }

    @Override
    public void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug) {
        log.error("{} failed{}", what, of == null ? "" : " for " + of, bug);
    }

    @Override
    public void settled(ClusterSettings settings) {
        onSettings.accept(settings);
    }
}
