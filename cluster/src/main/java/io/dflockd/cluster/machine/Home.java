package io.dflockd.cluster.machine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import org.jspecify.annotations.Nullable;

/**
 * One node's ear: of all that its machine says, it passes on what is for the sessions of this node in its present life.
 *
 * <p>A life before may have had the same handles, and the machine speaks of it again when it catches up with the log; so
 * nothing is passed on until the machine has taken the hello with this node's own nonce, and nothing after the end of that
 * life.
 */
public final class Home implements MachineListener {
    /** Hears what concerns this node, by the handles that it has given itself. Rules as for {@link MachineListener}. */
    public interface Resident {
        /** The answer to a request that was run at once. */
        void reply(long handle, long tag, Reply reply);

        /** The answer to a request that had been parked. */
        void wake(long handle, long tag, Reply reply);

        /** A line that nobody asked for. */
        void push(long handle, Push push);

        /** A request was run and waits. */
        void parked(long handle, long tag);

        /** A request failed by a fault of ours: it is to be answered with an error, and its connection to be closed. */
        void fault(long handle, long tag, Command command, RuntimeException bug);

        /** The machine has ended the session, whoever wanted that. */
        void ended(long handle);

        /** The node has a life: it can host sessions. */
        void began(long epoch);

        /** The node has no life any more, and no sessions: it closes its connections and says hello again. */
        void over();

        /** The hello came too late: it is to be said again, with the epoch that the machine knows now. */
        void refused();

        /** This sub-batch of the present life was taken, and all that it says has been heard. */
        void applied(long sequence);

        /** Something failed by a fault of ours on all nodes, perhaps for a session of another; it is only to be logged. */
        void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug);

        /** From now on these hold. */
        void settled(ClusterSettings settings);
    }

    private final String node;
    private final Resident resident;
    private long nonce;
    private long epoch; // zero while it has no life

    /** For the node of that name. */
    public Home(String node, Resident resident) {
        this.node = node;
        this.resident = resident;
    }

    /** The present epoch, or zero. */
    public long epoch() {
        return epoch;
    }

    /**
     * The hello to send; it may be made and sent again until it is taken.
     *
     * @param ownNonce chosen anew for each life
     * @param epochBefore as the machine of this node knows it
     */
    public byte[] hello(long ownNonce, long epochBefore) {
        nonce = ownNonce;
        return Part.hello(node, ownNonce, epochBefore);
    }

    /** The machine was replaced by one from a snapshot: what was said meanwhile nobody has heard, so this life is over. */
    public void replaced() {
        nonce = 0;
        end();
    }

    private void end() {
        if (epoch != 0) {
            epoch = 0;
            resident.over();
        }
    }

    private boolean isHere(HostedSession session) {
        return session.epoch() == epoch && session.node().equals(node);
    }

    @Override
    public void reply(HostedSession to, long tag, Reply reply) {
        if (isHere(to)) {
            resident.reply(to.handle(), tag, reply);
        }
    }

    @Override
    public void wake(HostedSession to, long tag, Reply reply) {
        if (isHere(to)) {
            resident.wake(to.handle(), tag, reply);
        }
    }

    @Override
    public void push(HostedSession to, Push push) {
        if (isHere(to)) {
            resident.push(to.handle(), push);
        }
    }

    @Override
    public void parked(HostedSession of, long tag) {
        if (isHere(of)) {
            resident.parked(of.handle(), tag);
        }
    }

    @Override
    public void fault(HostedSession of, long tag, Command command, RuntimeException bug) {
        if (isHere(of)) {
            resident.fault(of.handle(), tag, command, bug);
        }
    }

    @Override
    public void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug) {
        resident.faultBeside(of, what, bug);
    }

    @Override
    public void ended(HostedSession session) {
        if (isHere(session)) {
            resident.ended(session.handle());
        }
    }

    @Override
    public void applied(String name, long ofEpoch, long sequence) {
        if (ofEpoch == epoch && name.equals(node)) {
            resident.applied(sequence);
        }
    }

    @Override
    public void began(String name, long withNonce, long newEpoch) {
        if (name.equals(node) && withNonce == nonce && nonce != 0) {
            epoch = newEpoch;
            resident.began(newEpoch);
        }
    }

    @Override
    public void refused(String name, long withNonce) {
        if (name.equals(node) && withNonce == nonce && epoch == 0) {
            resident.refused();
        }
    }

    @Override
    public void gone(String name, long goneEpoch) {
        if (name.equals(node) && goneEpoch == epoch) {
            nonce = 0;
            end();
        }
    }

    @Override
    public void settled(ClusterSettings settings) {
        resident.settled(settings);
    }
}
