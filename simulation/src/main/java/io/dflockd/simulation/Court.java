package io.dflockd.simulation;

import io.dflockd.cluster.machine.HostedSession;
import io.dflockd.cluster.machine.MachineSnapshot;
import io.dflockd.cluster.machine.Part;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.engine.ShardGuard;
import io.dflockd.protocol.KeyHash;
import io.dflockd.simulation.Referee.Verdict;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Model;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Knows what must come of every committed entry. It decides by its own simple rules which parts of it count, lets the model
 * live through those, and compares the model with a machine that applies the entry at once. What that machine says and
 * becomes is what every node has to say and to become.
 */
final class Court {
    private static final long SWEEP_NANOS = 1_000_000_000L;
    private static final long COLLECTION_NANOS = 5_000_000_000L;

    /** What a part that is no sub-batch stands for. */
    sealed interface Control {
        record Genesis() implements Control {}

        record Settings(long replaced) implements Control {}

        record Hello(String node, long nonce, long epochBefore) implements Control {}

        record Gone(String node, long epoch) implements Control {}
    }

    /** A line that a client has to hear next; none if there is no room for it, which cuts the client off. */
    record Told(String model, String engine, boolean isCutOff) {}

    private static final class Life {
        long epoch;
        long sequence;
        boolean isPresent;
        boolean isDismissed;
        final TreeMap<Long, Long> clients = new TreeMap<>(); // in the order of their opening
    }

    final Dictionary dictionary = new Dictionary();
    private final Referee referee = new Referee(dictionary);
    private final Model model;
    private final Spoken spoken = new Spoken(this::clientOf);
    private final ReplicatedMachine machine = new ReplicatedMachine(spoken, ShardGuard.NONE, new KeyHash(0, 0));
    private final List<byte[]> states = new ArrayList<>(); // after each entry
    private final Map<ByteBuffer, Control> controls = new HashMap<>();
    private final Map<Part.Header, List<BiConsumer<Court, Long>>> batches = new HashMap<>();
    private final Map<String, Life> lives = new TreeMap<>();
    private final Map<String, Long> clients = new HashMap<>(); // by node, epoch and handle
    private final Map<Long, List<Told>> told = new HashMap<>();
    private final Set<Long> deaf = new TreeSet<>();
    private boolean isFounded;
    private long settingsNumber;
    private long opened;
    private long now;
    private long nextSweep;
    private long nextCollection;

    Court(Scenario scenario) {
        this.model = new Model(scenario.settings());
    }

    long now() {
        return now;
    }

    Model model() {
        return model;
    }

    ReplicatedMachine machine() {
        return machine;
    }

    static String nameOf(String node, long epoch, long handle) {
        return node + "." + epoch + "." + handle;
    }

    private long clientOf(HostedSession session) {
        Long client = clients.get(nameOf(session.node(), session.epoch(), session.handle()));
        if (client == null) {
            throw new Disagreement("nobody is " + session);
        }
        return client;
    }

    /** A client that a node calls so. */
    void introduce(String node, long epoch, long handle, long client) {
        clients.put(nameOf(node, epoch, handle), client);
        told.put(client, new ArrayList<>());
    }

    void register(byte[] part, Control meaning) {
        controls.put(ByteBuffer.wrap(part), meaning);
    }

    /** What a node has put into a sub-batch, which may be applied once. */
    void register(Part.Header header, List<BiConsumer<Court, Long>> events) {
        if (batches.put(header, events) != null) {
            throw new Disagreement("two sub-batches have the same number: " + header);
        }
    }

    /** The next line for a client, in the order in which the machine has said them. */
    Told nextFor(long client, String line) {
        List<Told> lines = linesFor(client);
        if (lines.isEmpty() || !lines.get(0).engine().equals(line)) {
            throw new Disagreement("client " + client + " is told " + line + " and should be told " + lines);
        }
        return lines.remove(0);
    }

    void requireAllHeard(long client) {
        if (!linesFor(client).isEmpty()) {
            throw new Disagreement("client " + client + " has not been told " + told.get(client));
        }
    }

    /** Every replica that has applied so many entries is in this state. */
    void requireEqual(int applied, ReplicatedMachine replica, String node) {
        if (!Arrays.equals(states.get(applied - 1), stateOf(replica))) {
            throw new Disagreement("node " + node + " differs after " + applied + " entries");
        }
    }

    static byte[] stateOf(ReplicatedMachine machine) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            MachineSnapshot.write(machine, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** An entry is committed. */
    void apply(byte[] entry) {
        ByteBuffer in = ByteBuffer.wrap(entry);
        in.get();
        now = Math.max(now, in.getLong());
        in.getLong();
        in.getLong();
        passTime();
        List<String> expected = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] part = new byte[in.getInt()];
            in.get(part);
            judge(part, expected);
        }
        machine.apply(entry);
        states.add(stateOf(machine));
        if (machine.nowNanos() != now) {
            throw new Disagreement("the time is " + machine.nowNanos() + " and should be " + now);
        }
        if (!spoken.takeNews().equals(expected)) {
            throw new Disagreement("other news than " + expected);
        }
        compareAnswers();
    }

    private void passTime() {
        model.passTime(now);
        if (now >= nextSweep) {
            nextSweep = now + SWEEP_NANOS;
            model.sweep(now);
        }
        if (now >= nextCollection) {
            nextCollection = now + COLLECTION_NANOS;
            model.collect(now);
        }
    }

    private void judge(byte[] part, List<String> expected) {
        Part.Header header = Part.headerOf(part);
        if (header == null) {
            judge(Objects.requireNonNull(controls.get(ByteBuffer.wrap(part))), expected);
            return;
        }
        Life life = lives.computeIfAbsent(header.node(), none -> new Life());
        if (life.isPresent && life.epoch == header.epoch() && life.sequence + 1 == header.sequence()) {
            life.sequence++;
            Objects.requireNonNull(batches.get(header)).forEach(event -> event.accept(this, now));
            expected.add(header.node() + " applied " + header.epoch() + "." + header.sequence());
        }
    }

    /** The intervals of sweeps and collections count from the settings that name them. */
    private void settle(List<String> expected) {
        nextSweep = now + SWEEP_NANOS;
        nextCollection = now + COLLECTION_NANOS;
        expected.add("settled");
    }

    private void judge(Control control, List<String> expected) {
        if (control instanceof Control.Genesis && !isFounded) {
            isFounded = true;
            settle(expected);
        } else if (control instanceof Control.Settings settings && isFounded && settings.replaced == settingsNumber) {
            settingsNumber++;
            settle(expected);
        } else if (control instanceof Control.Gone gone) {
            Life life = lives.computeIfAbsent(gone.node, none -> new Life());
            if (life.isPresent && life.epoch == gone.epoch) {
                end(gone.node, life, expected);
            }
        } else if (control instanceof Control.Hello hello) {
            greet(hello, lives.computeIfAbsent(hello.node, none -> new Life()), expected);
        }
    }

    private void greet(Control.Hello hello, Life life, List<String> expected) {
        if (!isFounded || life.epoch != hello.epochBefore) {
            expected.add(hello.node + " refused " + hello.nonce);
            return;
        }
        if (life.isPresent) {
            end(hello.node, life, expected);
        }
        life.epoch++;
        life.sequence = 0;
        life.isPresent = true;
        life.isDismissed = false;
        expected.add(hello.node + " began " + life.epoch);
    }

    private void end(String node, Life life, List<String> expected) {
        life.isPresent = false;
        model.endAll(List.copyOf(life.clients.values()), now);
        life.clients.clear();
        expected.add(node + " gone " + life.epoch);
    }

    /** What happens to one client, as records of its node have it. */
    void open(String node, long client) {
        Life life = Objects.requireNonNull(lives.get(node));
        life.clients.put(++opened, client);
        model.open(client);
        if (life.isDismissed) {
            model.dismiss(List.of(client));
        }
    }

    void close(String node, long client) {
        if (isHere(node, client)) {
            Objects.requireNonNull(lives.get(node)).clients.values().remove(client);
            model.end(client, now);
        }
    }

    boolean isHere(String node, long client) {
        return Objects.requireNonNull(lives.get(node)).clients.containsValue(client);
    }

    void deafen(long client) {
        deaf.add(client);
        model.stopReading(client);
    }

    void dismiss(String node) {
        Life life = Objects.requireNonNull(lives.get(node));
        life.isDismissed = true;
        model.dismiss(List.copyOf(life.clients.values()));
    }

    private void compareAnswers() {
        dictionary.endStep(model.grants());
        List<Answer> expected = model.takeAnswers();
        List<Answer> said = spoken.takeAnswers();
        Set<Answer> lost = withoutRoom(expected, said);
        List<Answer> heard = said.stream().filter(each -> !lost.contains(each)).toList();
        IdentityHashMap<Answer, Answer> modelOf = new IdentityHashMap<>();
        for (Verdict verdict : referee.judge(expected, heard)) {
            modelOf.put(verdict.engine(), verdict.model());
        }
        Set<Long> slow = new TreeSet<>();
        for (Answer each : said) {
            if (lost.contains(each)) {
                slow.add(each.session());
            }
            String line = modelOf.getOrDefault(each, each).line();
            linesFor(each.session()).add(new Told(line, each.line(), lost.contains(each)));
        }
        if (!slow.equals(model.takeSlow())) {
            throw new Disagreement("others are cut off than " + slow);
        }
    }

    /** The pushes to clients that read no more. What the model pushes to such a client came before it stopped. */
    private Set<Answer> withoutRoom(List<Answer> expected, List<Answer> said) {
        Set<Answer> lost = Collections.newSetFromMap(new IdentityHashMap<>());
        for (long client : deaf) {
            long heard = pushesTo(client, expected).size();
            pushesTo(client, said).stream().skip(heard).forEach(lost::add);
        }
        return lost;
    }

    private static List<Answer> pushesTo(long client, List<Answer> answers) {
        return answers.stream()
                .filter(each -> each.session() == client && Pushes.isPush(each))
                .toList();
    }

    private List<Told> linesFor(long client) {
        return Objects.requireNonNull(told.get(client));
    }
}
