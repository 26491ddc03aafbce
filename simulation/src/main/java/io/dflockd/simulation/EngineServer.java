package io.dflockd.simulation;

import io.dflockd.engine.Audit;
import io.dflockd.engine.Census;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Session;
import io.dflockd.engine.Settings;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Frame;
import io.dflockd.simulation.model.Server;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The engine under simulation, driven as a runtime drives it, by one thread; and its twin.
 *
 * <p>The twin gets the same inputs, but hosts nobody: what it says is heard by no one. Its tables and maps have orders of
 * their own, and it is read back from a snapshot now and then. After every step the two must be equal to the last byte.
 * That is what replicas rely on.
 */
final class EngineServer implements Server, Outbox {
    private static final int INPUTS_BETWEEN_RESTARTS_OF_THE_TWIN = 97;

    private final Dice seeds;
    private final Replica host;
    private final Replica twin;
    private final List<Answer> answers = new ArrayList<>();
    private final Set<Long> deaf = new HashSet<>();
    private final Set<Long> slow = new TreeSet<>();
    private boolean draining;
    private long inputs;
    private long latest;
    private String lastKey = "k";

    EngineServer(Settings settings, long lastFence, Dice seeds) {
        this.seeds = seeds;
        this.host = new Replica(settings, lastFence, TreeMap::new, new KeyHash(0, 0));
        this.twin = new Replica(settings, lastFence, EngineServer::newMapInReverse, new KeyHash(1, 2));
    }

    private static <V> Map<Long, V> newMapInReverse() {
        return new TreeMap<>(Comparator.reverseOrder());
    }

    /** Gives both the same input. */
    private void input(long now, BiConsumer<Replica, Turn> input) {
        long seed = seeds.any();
        latest = Math.max(latest, now);
        input.accept(host, new Turn(now, Salts.of(seed, now), this));
        input.accept(twin, new Turn(now, Salts.of(seed, now), Unheard.OUTBOX));
        if (++inputs % INPUTS_BETWEEN_RESTARTS_OF_THE_TWIN == 0) {
            twin.restart();
        }
    }

    @Override
    public void open(long id) {
        input(0, (replica, turn) -> replica.open(id));
        if (draining) {
            input(0, (replica, turn) -> replica.engine().dismiss(List.of(replica.session(id)), turn));
        }
    }

    @Override
    public void request(long id, Frame frame, long now) {
        lastKey = frame.key();
        if (frame.first().equals("stats")) {
            host.request(id, frame.bytes(), new Turn(now, Salts.of(0, 0), this)); // no input: it changes nothing
        } else {
            input(now, (replica, turn) -> replica.request(id, frame.bytes(), turn));
        }
    }

    @Override
    public void stopReading(long id) {
        deaf.add(id);
        input(0, (replica, turn) -> replica.engine().mute(replica.session(id), true));
    }

    @Override
    public void end(long id, long now) {
        input(now, (replica, turn) -> replica.end(id, turn));
    }

    @Override
    public void passTime(long now) {
        input(now, (replica, turn) -> replica.engine().passTime(turn));
    }

    @Override
    public void sweep(long now) {
        input(now, (replica, turn) -> replica.engine().sweep(turn));
    }

    @Override
    public void collect(long now) {
        input(now, (replica, turn) -> replica.engine().collect(turn));
    }

    @Override
    public void drain(long now) {
        draining = true;
        input(now, (replica, turn) -> replica.engine().dismiss(replica.engine().sessions(), turn));
    }

    @Override
    public Set<Long> takeSlow() {
        Set<Long> taken = Set.copyOf(slow);
        slow.clear();
        return taken;
    }

    @Override
    public List<Answer> takeAnswers() {
        List<Answer> taken = List.copyOf(answers);
        answers.clear();
        return taken;
    }

    void restart() {
        host.restart();
    }

    void audit() {
        Audit.check(host.engine());
        host.askAbout(lastKey, latest);
        if (!Arrays.equals(host.snapshot(), twin.snapshot())) {
            throw new Disagreement("after the same inputs the twin of the engine is another");
        }
    }

    /** Whether nobody is there and nothing is remembered, except so many keys of data. */
    boolean isEmptyExcept(int keys) {
        Census census = host.engine().census();
        return census.isQuiet() && census.resources() == 0 && census.keys() == keys;
    }

    @Override
    public String toString() {
        return host.engine().census().toString();
    }

    @Override
    public void reply(Session to, long tag, Reply reply) {
        String line = bytes(reply.line());
        answers.add(new Answer(to.id(), tag == Request.NO_TAG ? line : tag + " " + line));
    }

    /** The line as a string of bytes, like those of a {@link Frame}. */
    private static String bytes(String line) {
        return new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void fault(Session of, long tag, Command command, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void push(Session to, Push push) {
        if (deaf.contains(to.id())) {
            slow.add(to.id());
        } else {
            answers.add(new Answer(to.id(), bytes(push.line())));
        }
    }

    @Override
    public void wake(Session to, long tag, Reply reply) {
        reply(to, tag, reply);
    }
}
