package io.dflockd.cluster.machine;

import io.dflockd.engine.Census;
import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Salts;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Stats;
import io.dflockd.engine.Tally;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Reply;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that all nodes share: an engine, the nodes with the sessions that they host, settings and time. Entries of the
 * log go in, and what is to be told to sessions comes out. Machines that have applied the same entries are equal to the
 * last byte of their snapshots.
 *
 * <p>It is used by one thread at a time; whoever asks it something does so while nothing is applied.
 */
public final class ReplicatedMachine {
    final Engine engine;
    final SessionTable table;
    final Schedule schedule;
    ClusterSettings settings = ClusterSettings.DEFAULT;
    long settingsNumber; // how many settings there were before these
    String clusterId = "";
    private final Voice voice;
    private final HostRecords hostRecords;
    private final Tally faults;

    /** An empty machine, whose first entry has the genesis of its cluster. */
    public ReplicatedMachine(MachineListener listener, ShardGuard guard, KeyHash hash) {
        this(new Voice(listener), newCrossings(), new Schedule(), guard, hash);
    }

    private ReplicatedMachine(Voice voice, Crossings crossings, Schedule schedule, ShardGuard guard, KeyHash hash) {
        this(voice, crossings, schedule, new Engine(ClusterSettings.DEFAULT.engine(), crossings, guard, hash));
    }

    ReplicatedMachine(Voice voice, Crossings crossings, Schedule schedule, Engine engine) {
        this.voice = voice;
        this.engine = engine;
        this.schedule = schedule;
        this.faults = crossings.faults();
        this.table = new SessionTable(engine, voice);
        this.hostRecords = new HostRecords(engine, table, voice, faults);
    }

    static Crossings newCrossings() {
        return new Crossings(Fence.after(0), Tally::plain, HashMap::new);
    }

    /**
     * Applies one entry, whole.
     *
     * @throws UnreadableEntryException if it cannot; then this machine must not be used any more, and its process ends
     */
    public void apply(byte[] entry) {
        ByteInput in = Entry.open(entry);
        schedule.advanceTo(in.readLong());
        Turn turn = new Turn(schedule.nowNanos, Salts.of(in.readLong(), in.readLong()), voice);
        keepTime(turn);
        while (!in.isAtEnd()) {
            applyPart(in.readPiece(in.readInt()), turn);
        }
        if (engine.nextNanos() <= schedule.nowNanos) {
            keepTime(turn); // what the requests have left to be done at once
        }
    }

    /** A fault of ours in one deadline must not keep the others from coming. */
    private void keepTime(Turn turn) {
        try {
            schedule.keep(engine, turn, settings);
        } catch (RuntimeException bug) {
            faults.takeBelow(Integer.MAX_VALUE);
            voice.say(listener -> listener.faultBeside(null, "what time brings about", bug));
        }
    }

    private void applyPart(ByteInput part, Turn turn) {
        if (Part.readKind(part) == Part.CONTROL) {
            control(part, turn);
            return;
        }
        Part.Header header = Part.Header.readFrom(part);
        Node node = table.nodes.get(header.node());
        if (node != null && node.expects(header)) {
            node.sequence = header.sequence();
            hostRecords.runAll(node, part, turn);
            voice.say(listener -> listener.applied(header.node(), header.epoch(), header.sequence()));
        }
    }

    private void control(ByteInput part, Turn turn) {
        switch (RecordType.readFrom(part, RecordType.Origin.CONTROL)) {
            case GENESIS -> begin(Genesis.readFrom(part));
            case HELLO -> hello(part.readShortText(), part.readLong(), part.readLong(), part.readInt(), turn);
            case NODE_GONE -> nodeGone(part.readShortText(), part.readLong(), turn);
            case SETTINGS -> settle(part.readLong(), ClusterSettings.readFrom(part));
            default -> throw new IllegalStateException("no record that controls anything");
        }
        if (!part.isAtEnd()) {
            throw UnreadableEntryException.damaged("more bytes than its record has");
        }
    }

    /** Of several nodes that found a cluster at once, the first in the log does. */
    private void begin(Genesis genesis) {
        if (isFounded()) {
            return;
        }
        clusterId = genesis.clusterId();
        genesis.members().forEach(table::node);
        engine.raiseFence(genesis.lastFence());
        adopt(genesis.settings());
    }

    private void settle(long replaced, ClusterSettings others) {
        if (isFounded() && replaced == settingsNumber) {
            settingsNumber++;
            adopt(others);
        }
    }

    private void adopt(ClusterSettings others) {
        settings = others;
        engine.adopt(others.engine());
        schedule.begin(others);
        voice.say(listener -> listener.settled(others));
    }

    /** A node that knows its last epoch gets the next; an old hello that comes late is told from that. */
    private void hello(String name, long nonce, long epochBefore, int version, Turn turn) {
        if (!isFounded() || node(name).epoch() != epochBefore) {
            voice.say(listener -> listener.refused(name, nonce));
            return;
        }
        Node node = table.node(name);
        table.end(node, turn);
        node.begin(version);
        voice.say(listener -> listener.began(name, nonce, node.epoch));
    }

    private void nodeGone(String name, long epoch, Turn turn) {
        Node node = table.nodes.get(name);
        if (node != null && node.isPresent && node.epoch == epoch) {
            table.end(node, turn);
        }
    }

    /** Whether the cluster has come to be. */
    public boolean isFounded() {
        return !clusterId.isEmpty();
    }

    /** The name that tells the cluster from every other; empty before its genesis. */
    public String clusterId() {
        return clusterId;
    }

    /** The time of the cluster: that of its latest entry. */
    public long nowNanos() {
        return schedule.nowNanos;
    }

    /** When the next entry is needed, if nobody asks for anything; the end of time if none is. */
    public long nextNanos() {
        return schedule.nextNanos(engine, settings);
    }

    /** How many requests this object has run; one that comes from a snapshot begins anew. */
    public long requestsRun() {
        return hostRecords.requestsRun;
    }

    public ClusterSettings settings() {
        return settings;
    }

    /** What the next settings have to name as those that they replace. */
    public long settingsNumber() {
        return settingsNumber;
    }

    /** What is known of the node of that name, be it nothing. */
    public NodeStatus node(String name) {
        Node node = table.nodes.get(name);
        return node == null ? NodeStatus.unknown(name) : node.status();
    }

    /** All nodes there are and were, by name. */
    public List<NodeStatus> nodes() {
        return table.nodes.values().stream().map(Node::status).toList();
    }

    /** The session that the node calls so, in its present life. */
    public @Nullable HostedSession session(String node, long handle) {
        return table.find(node, handle);
    }

    /** Whether the session has or waits for something, and so must not be closed for being silent. */
    public boolean isStateful(HostedSession session) {
        return engine.isStateful(session);
    }

    public boolean holdsAny(HostedSession session) {
        return engine.holdsAny(session);
    }

    /** How many things of each kind there are. */
    public Census census() {
        return engine.census();
    }

    /** How many things {@link #stats} would tell of. */
    public int things() {
        return engine.things();
    }

    /** The answer to {@code stats}, to be printed in pieces. */
    public Stats stats() {
        return engine.notedStats();
    }

    /** The answer to {@code stats: summary}. */
    public Reply summary() {
        return engine.summary();
    }

    /** The answer to {@code stats: key}. */
    public Reply stats(Key key, long nowNanos) {
        return engine.stats(key, nowNanos);
    }

    /** The answer to {@code stats: session}. */
    public Reply stats(long session, long nowNanos) {
        return engine.stats(session, nowNanos);
    }
}
