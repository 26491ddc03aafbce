package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TimeKeeperTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final AtomicLong now = new AtomicLong();
    private final Queue<Session> woken = new ConcurrentLinkedQueue<>();
    private final Queue<Error> breakdowns = new ConcurrentLinkedQueue<>();
    private final Session holder = new Session(1);
    private final Session cursed = new Session(2);
    private final Session doomed = new Session(99);
    private final EmbeddedRuntime runtime = new EmbeddedRuntime(
            ServerConfig.builder().leaseSweepInterval(Duration.ofSeconds(1)).build(),
            Fence.after(0),
            now::get,
            new FaultyOutbox());

    @AfterEach
    void stop() {
        runtime.close();
    }

    /** Waiters on many keys, so that whatever the order of shards is, some come after the one that fails. */
    @Test
    @Pitfall("LC-04")
    void aFaultInOneDeadlineDoesNotEndTheKeepingOfTheOthers() {
        List<Session> others = List.of(new Session(3), new Session(4), new Session(5), new Session(6), new Session(7));
        for (int key = 0; key < 6; key++) {
            apply(holder, "l\nkey" + key + "\n0 600\n");
        }
        apply(cursed, "l\nkey0\n5\n");
        for (int i = 0; i < others.size(); i++) {
            apply(others.get(i), "l\nkey" + (i + 1) + "\n5\n");
        }

        try (LogCapture log = LogCapture.of(TimeKeeper.class)) {
            runtime.start();
            pass(5);

            eventually().untilAsserted(() -> assertThat(woken).containsExactlyInAnyOrderElementsOf(others));
            assertThat(log.lines()).singleElement().asString().contains("time could not pass", "planted");
        }
    }

    @Test
    @Pitfall("LC-04")
    void aFaultDoesNotEndTheSweeps() {
        apply(holder, "l\nkey\n0 600\n");
        apply(holder, "l\nlapses\n0 7\n");
        apply(cursed, "l\nkey\n5\n");

        try (LogCapture log = LogCapture.of(TimeKeeper.class)) {
            runtime.start();
            pass(5);
            eventually().until(() -> log.lines().size() == 1);

            pass(3);

            eventually().until(() -> runtime.engine().census().holders() == 1);
            eventually().until(() -> runtime.lastTimeKeptNanos() == now.get());
        }
    }

    @Test
    void anErrorInADeadlineIsToldToTheProgram() {
        apply(holder, "l\nkey\n0 600\n");
        apply(doomed, "l\nkey\n5\n");

        runtime.onBreakdown(breakdowns::add);
        runtime.start();
        pass(5);

        eventually().until(() -> !breakdowns.isEmpty());
        assertThat(breakdowns.element()).isInstanceOf(LinkageError.class).hasMessage("planted");
    }

    @Test
    @Pitfall("LC-04")
    void anOperatorCanSeeThatTimeIsBeingKept() {
        DflockdServer server = servers.start();

        eventually().until(() -> server.timeKeeperAgeNanos() < TimeUnit.SECONDS.toNanos(1));
        servers.client().ask("ping", "_", "_");
        assertThat(server.timeKeeperAgeNanos()).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private void apply(Session session, String frame) {
        FrameReader reader = new FrameReader();
        byte[] bytes = frame.getBytes(StandardCharsets.US_ASCII);
        reader.feed(bytes, 0, bytes.length);
        Request request = new Request();
        try {
            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);
        } catch (ProtocolException broken) {
            throw new AssertionError(broken);
        }
        runtime.engine().apply(session, request, new Turn(now.get(), () -> 1, Unheard.OUTBOX));
    }

    private final class FaultyOutbox implements Outbox {
        @Override
        public void reply(Session to, long tag, Reply reply) {
            throw new IllegalStateException("time runs no requests");
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            if (to == cursed) {
                throw new IllegalStateException("planted");
            }
            if (to == doomed) {
                throw new LinkageError("planted");
            }
            woken.add(to);
        }

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void push(Session to, Push push) {}
    }

    private static final class Unheard implements Outbox {
        static final Outbox OUTBOX = new Unheard();

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void reply(Session to, long tag, Reply reply) {}

        @Override
        public void wake(Session to, long tag, Reply reply) {}

        @Override
        public void push(Session to, Push push) {}
    }
}
