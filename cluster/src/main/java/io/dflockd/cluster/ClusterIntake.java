package io.dflockd.cluster;

import io.dflockd.cluster.machine.HostedSession;
import io.dflockd.cluster.machine.Outbound;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.dflockd.server.Intake;
import io.dflockd.server.ServerSession;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Where the sessions of one loop leave their requests for the log. What needs no other node is answered here. */
final class ClusterIntake implements Intake {
    private final String node;
    private final Replica replica;
    private final Clients clients;
    private final Map<Long, Client> ofThisLoop = new HashMap<>();

    ClusterIntake(String node, Replica replica, Clients clients) {
        this.node = node;
        this.replica = replica;
        this.clients = clients;
    }

    @Override
    public void look() {}

    /** Nothing is written into the log for a client that asks for nothing, or is not let in. */
    @Override
    public void open(ServerSession session, String address) {
        Client client = new Client(session, address);
        ofThisLoop.put(session.id(), client);
        clients.add(client);
    }

    private Client client(ServerSession session) {
        return Objects.requireNonNull(ofThisLoop.get(session.id()));
    }

    @Override
    public Submission submit(ServerSession session, Request request) {
        return switch (request.command()) {
            case PING -> ping(session, request);
            default -> collect(session, request);
        };
    }

    /** Only the machine can tell whether its tag is in use. */
    private Submission ping(ServerSession session, Request request) {
        Client client = client(session);
        boolean mayBeInUse = request.tag() != Request.NO_TAG
                && (client.underWay.get() > 0 || is(client, (machine, hosted) -> hosted.parkedRequests() > 0, true));
        return mayBeInUse ? collect(session, request) : decided(session, request, Status.OK.reply());
    }

    private static Submission decided(ServerSession session, Request request, Reply reply) {
        session.reply(request.tag(), reply);
        return Submission.DECIDED;
    }

    private Submission collect(ServerSession session, Request request) {
        Client client = client(session);
        client.isWithdrawn = false;
        return switch (clients.request(client, request)) {
            case YES -> Submission.UNDER_WAY;
            case NOT_ALIVE -> refuse(client, request);
            case FULL -> Submission.COME_AGAIN;
        };
    }

    /** An answer now would be taken for that of an earlier request, whose client is about to be cut off. */
    private static Submission refuse(Client client, Request request) {
        boolean misleads = request.tag() == Request.NO_TAG && client.underWay.get() > 0;
        return misleads ? Submission.COME_AGAIN : decided(client.session, request, Status.ERROR_NOT_LEADER.reply());
    }

    @Override
    public void mute(ServerSession session, boolean muted) {
        Client client = client(session);
        clients.tell(client, outbound -> {
            if (muted) {
                outbound.mute(client.handle());
            } else {
                outbound.unmute(client.handle());
            }
        });
    }

    @Override
    public boolean withdrawSome(ServerSession session) {
        Client client = client(session);
        if (!client.isWithdrawn) {
            client.isWithdrawn = true;
            clients.tell(client, outbound -> outbound.withdraw(client.handle()));
        }
        return false;
    }

    @Override
    public void beginEnd(ServerSession session) {
        Client client = ofThisLoop.remove(session.id());
        if (client != null) {
            clients.remove(client);
            clients.tell(client, (Outbound outbound) -> outbound.close(client.handle()));
        }
    }

    /** The machine ends it, all at once. */
    @Override
    public boolean endNext(ServerSession session) {
        return false;
    }

    @Override
    public boolean isStateful(ServerSession session) {
        Client client = client(session);
        return client.underWay.get() > 0 || is(client, ReplicatedMachine::isStateful, true);
    }

    @Override
    public boolean holdsAny(ServerSession session) {
        return is(client(session), ReplicatedMachine::holdsAny, true);
    }

    @Override
    public boolean isParked(ServerSession session, long tag) {
        return is(client(session), (machine, hosted) -> hosted.isParked(tag), false);
    }

    /** While the machine is at work it cannot be asked, and a loop does not wait for it. */
    private boolean is(Client client, Question question, boolean ifNotKnown) {
        return client.isOpen && replica.askQuickly(machine -> ask(machine, client, question), ifNotKnown);
    }

    private boolean ask(ReplicatedMachine machine, Client client, Question question) {
        HostedSession hosted = machine.session(node, client.handle());
        return hosted != null && question.ask(machine, hosted);
    }

    private interface Question {
        boolean ask(ReplicatedMachine machine, HostedSession session);
    }

    @Override
    public boolean mayTakeLong() {
        return false;
    }
}
