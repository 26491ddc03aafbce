package io.dflockd.simulation;

import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.Home;
import io.dflockd.cluster.machine.HostedSession;
import io.dflockd.cluster.machine.MachineSnapshot;
import io.dflockd.cluster.machine.Outbound;
import io.dflockd.cluster.machine.Part;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.engine.ShardGuard;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One node: its machine, what it has collected, the clients that are connected to it, and what its disk remembers. */
final class SimulatedNode implements Home.Resident {
    /** A client and what the node calls it. */
    static final class Guest {
        final long handle;
        final Client client;
        boolean hasClosed;

        Guest(long handle, Client client) {
            this.handle = handle;
            this.client = client;
        }
    }

    private static final int HUNDRED = 100;

    final String name;
    boolean isUp = true;
    boolean isStalled;
    boolean isCut;
    private final Court court;
    private final Tokens tokens;
    private final int clockPercent; // how fast its clock goes
    private final Outbound outbound;
    private final Map<Long, Guest> guests = new TreeMap<>();
    private List<BiConsumer<Court, Long>> events = new ArrayList<>();
    private Home home;
    private ReplicatedMachine machine;
    private int applied;
    private byte @Nullable [] snapshot;
    private int snapshotIndex;
    private long nonce;
    private boolean isGreeting;
    private long handles;
    private long registered;

    SimulatedNode(String name, int clockPercent, Court court, Tokens tokens) {
        this.name = name;
        this.clockPercent = clockPercent;
        this.court = court;
        this.tokens = tokens;
        this.outbound = new Outbound(name);
        this.home = new Home(name, this);
        this.machine = newMachine();
    }

    private ReplicatedMachine newMachine() {
        return new ReplicatedMachine(home, ShardGuard.NONE, hash());
    }

    private KeyHash hash() {
        return new KeyHash(name.hashCode(), clockPercent);
    }

    ReplicatedMachine machine() {
        return machine;
    }

    int applied() {
        return applied;
    }

    /** What its own clock says at an instant. */
    long clockAt(long instant) {
        return instant / HUNDRED * clockPercent;
    }

    boolean isReachable() {
        return isUp && !isStalled && !isCut;
    }

    boolean hosts() {
        return isUp && !isStalled && home.epoch() != 0;
    }

    boolean isAtRest() {
        return home.epoch() != 0 && !outbound.hasNext() && outbound.underWay() == 0;
    }

    long epoch() {
        return machine.node(name).epoch();
    }

    Collection<Guest> guests() {
        return guests.values();
    }

    // The clients.

    Client welcome(long id) {
        Guest guest = new Guest(++handles, new Client(id));
        guests.put(guest.handle, guest);
        court.introduce(name, home.epoch(), guest.handle, id);
        outbound.open(guest.handle, "10.0.0.1:" + guest.handle);
        events.add((hears, now) -> hears.open(name, id));
        return guest.client;
    }

    void send(Guest guest, Frame frame, long arrival) {
        long id = guest.client.id;
        boolean tagged = guest.client.isTagged();
        guest.client.ask(frame, arrival);
        byte[] bytes = court.dictionary.toEngine(frame).bytes();
        outbound.request(guest.handle, tagged, bytes, 0, bytes.length);
        events.add((hears, now) -> {
            if (hears.isHere(name, id)) {
                hears.model().request(id, frame, now);
            }
        });
    }

    void close(Guest guest) {
        if (guest.hasClosed) {
            return;
        }
        guest.hasClosed = true;
        outbound.close(guest.handle);
        events.add((hears, now) -> hears.close(name, guest.client.id));
    }

    void withdraw(Guest guest) {
        guest.client.stopReading(); // it asks for nothing more
        outbound.withdraw(guest.handle);
        events.add((hears, now) -> hears.model().withdraw(guest.client.id));
    }

    void deafen(Guest guest) {
        guest.client.stopReading();
        outbound.mute(guest.handle);
        events.add((hears, now) -> hears.deafen(guest.client.id));
    }

    void dismiss() {
        outbound.dismiss();
        events.add((hears, now) -> hears.dismiss(name));
    }

    // What it sends.

    /** The next part for the leader, if it has one. */
    byte @Nullable [] nextPart() {
        if (home.epoch() == 0) {
            return machine.isFounded() ? hello() : null;
        }
        byte[] part = outbound.next();
        if (part != null) {
            Part.Header header = Objects.requireNonNull(Part.headerOf(part));
            if (header.sequence() > registered) {
                registered = header.sequence();
                court.register(header, events);
                events = new ArrayList<>();
            }
        }
        return part;
    }

    private byte[] hello() {
        nonce += isGreeting ? 0 : 1;
        isGreeting = true;
        byte[] part = home.hello(nonce, epoch());
        court.register(part, new Court.Control.Hello(name, nonce, epoch()));
        return part;
    }

    void giveAgain() {
        outbound.giveAgain();
    }

    // What becomes of it.

    void apply(byte[] entry) {
        machine.apply(entry);
        applied++;
        court.requireEqual(applied, machine, name);
    }

    void takeSnapshot() {
        snapshot = Court.stateOf(machine);
        snapshotIndex = applied;
    }

    void crash() {
        isUp = false;
        guests.clear();
        outbound.end();
        isGreeting = false;
    }

    void restart() {
        isUp = true;
        isStalled = false;
        home = new Home(name, this);
        machine = snapshot == null ? newMachine() : read(snapshot);
        applied = snapshotIndex;
    }

    /** It was so far behind that it is sent the state of another. */
    void install(SimulatedNode other) {
        home.replaced();
        isGreeting = false;
        machine = read(Court.stateOf(other.machine));
        applied = other.applied;
        court.requireEqual(applied, machine, name);
        takeSnapshot();
    }

    private ReplicatedMachine read(byte[] state) {
        try {
            return MachineSnapshot.read(new ByteArrayInputStream(state), home, ShardGuard.NONE, hash());
        } catch (IOException unreadable) {
            throw new IllegalStateException("a node cannot read a snapshot", unreadable);
        }
    }

    // What its machine tells it.

    private void hear(long handle, String line) {
        Guest guest = guest(handle);
        Court.Told told = court.nextFor(guest.client.id, line);
        if (told.isCutOff()) {
            close(guest);
        } else if (!guest.hasClosed && !Pushes.isPush(new Answer(0, line))) {
            tokens.learn(guest.client.hear(line), told.model());
        }
    }

    private Guest guest(long handle) {
        Guest guest = guests.get(handle);
        if (guest == null) {
            throw new Disagreement(name + " hears of a client that it does not have: " + handle);
        }
        return guest;
    }

    @Override
    public void reply(long handle, long tag, Reply reply) {
        hear(handle, Spoken.line(tag, reply));
    }

    @Override
    public void wake(long handle, long tag, Reply reply) {
        hear(handle, Spoken.line(tag, reply));
    }

    @Override
    public void push(long handle, Push push) {
        hear(handle, Spoken.bytes(push.line()));
    }

    @Override
    public void parked(long handle, long tag) {
        if (!guest(handle).client.isWaiting()) {
            throw new Disagreement("a request is parked that nobody made: " + tag);
        }
    }

    @Override
    public void ended(long handle) {
        Guest guest = guest(handle);
        if (guest.hasClosed) { // not so if the whole node is over
            court.requireAllHeard(guest.client.id);
            guests.remove(handle);
        }
    }

    @Override
    public void began(long epoch) {
        isGreeting = false;
        guests.clear();
        events = new ArrayList<>();
        outbound.begin(epoch);
        handles = 0;
        registered = 0;
    }

    @Override
    public void over() {
        guests.clear();
        outbound.end();
        isGreeting = false;
    }

    @Override
    public void refused() {
        isGreeting = false;
    }

    @Override
    public void applied(long sequence) {
        outbound.applied(sequence);
    }

    @Override
    public void fault(long handle, long tag, Command command, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void settled(ClusterSettings settings) {}
}
