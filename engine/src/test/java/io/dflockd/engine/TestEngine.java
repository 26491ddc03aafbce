package io.dflockd.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/**
 * An engine whose time moves because the test says so. Its state is checked after every step.
 *
 * <pre>{@code
 * TestEngine engine = new TestEngine();
 * TestClient alice = engine.client("alice");
 * alice.send("l", "invoices", "0 5");
 * engine.passSeconds(5);
 * }</pre>
 */
final class TestEngine {
    private Engine engine;
    private final Random salts = new Random(1);
    private final Map<Long, TestClient> clients = new HashMap<>(); // by the id of their session
    private long sessions;
    private long nowNanos = Duration.ofHours(1).toNanos();
    private boolean audited = true;

    /** What one turn said, to be delivered after it. */
    private final class Notes implements Outbox {
        record Note(Session to, String line) {}

        final List<Note> notes = new ArrayList<>();
        final List<Session> slow = new ArrayList<>();

        @Override
        public void reply(Session to, long tag, Reply reply) {
            Lines line = new Lines().reply(tag, reply);
            notes.add(new Note(to, new String(line.bytes(), 0, line.length() - 1, UTF_8)));
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            reply(to, tag, reply);
        }

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void push(Session to, Push push) {
            if (client(to.id()).takeRoomForPush()) {
                notes.add(new Note(to, push.line()));
            } else {
                slow.add(to);
            }
        }
    }

    TestEngine() {
        this(Settings.DEFAULT);
    }

    TestEngine(Settings settings) {
        this(Engine.alone(settings, Fence.after(1_000)));
    }

    /** An engine with somebody at the doors of its shards. */
    static TestEngine guarded(Settings settings, ShardGuard guard) {
        return new TestEngine(new Engine(settings, Crossings.plain(Fence.after(1_000)), guard, new KeyHash(1, 2)));
    }

    TestEngine(Engine engine) {
        this.engine = engine;
    }

    /** The same, for crowds: looking at everyone after every step would take longer than the steps. */
    TestEngine unaudited() {
        audited = false;
        return this;
    }

    /** A new client. The name is for messages; two clients of one name are two. */
    TestClient client(String name) {
        Session session = new Session(++sessions);
        TestClient client = new TestClient(name, session, this);
        clients.put(session.id(), client);
        engine.open(session);
        return client;
    }

    /** One step of the engine. Its replies are delivered before this returns, and who was parked reads on. */
    void turn(Consumer<Turn> step) {
        Notes said = new Notes();
        step.accept(new Turn(nowNanos, salts::nextLong, said));
        List<TestClient> addressed = new ArrayList<>();
        for (Notes.Note note : said.notes) {
            TestClient client = clients.get(note.to().id());
            if (client != null) {
                client.hear(note.line());
                addressed.add(client);
            }
        }
        if (audited) {
            Audit.check(engine);
        }
        addressed.forEach(TestClient::tellWhetherItReads);
        addressed.forEach(TestClient::readOn);
        said.slow.stream()
                .map(Session::id)
                .map(clients::get)
                .filter(Objects::nonNull)
                .forEach(TestClient::disconnect);
    }

    void end(Session session) {
        clients.remove(session.id());
        turn(turn -> engine.end(session, turn));
    }

    void passSeconds(long seconds) {
        passNanos(Duration.ofSeconds(seconds).toNanos());
    }

    void passMillis(long millis) {
        passNanos(Duration.ofMillis(millis).toNanos());
    }

    /** Moves time from deadline to deadline, so that everything happens at its own instant. */
    void passNanos(long nanos) {
        long until = nowNanos + nanos;
        for (long next = passTime(); next <= until; next = passTime()) {
            nowNanos = next;
        }
        nowNanos = until;
    }

    /** Time goes by unnoticed, as for a process that is stopped and goes on. */
    void stallSeconds(long seconds) {
        nowNanos += Duration.ofSeconds(seconds).toNanos();
    }

    /** Lets happen what is due now, and gives the instant of the next deadline. */
    long passTime() {
        long[] next = new long[1];
        turn(turn -> next[0] = engine.passTime(turn));
        return next[0];
    }

    long nowNanos() {
        return nowNanos;
    }

    void sweep() {
        turn(engine::sweep);
    }

    void collect() {
        turn(engine::collect);
    }

    void drain() {
        turn(turn -> engine.dismiss(engine.sessions(), turn));
    }

    /** Goes on with an engine that was read from a snapshot of this one. */
    void restart() {
        try {
            engine = Snapshot.read(Snapshot.write(engine), Session::new);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        Audit.check(engine);
        engine.crossings().sessions().forEach((id, session) -> client(id).resume(session));
    }

    private TestClient client(long session) {
        return Objects.requireNonNull(clients.get(session));
    }

    /** The JSON object of {@code stats}. */
    String stats() {
        return engine.stats(nowNanos).line().substring("ok ".length());
    }

    Census census() {
        return engine.census();
    }

    Engine bare() {
        return engine;
    }
}
