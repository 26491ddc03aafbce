package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Audit;
import io.dflockd.engine.Engine;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that take and release a few keys, a hundred thousand times, while idle keys are forgotten all the time. */
final class CollectionRaceTest {
    private static final int CLIENTS = 4;
    private static final int CYCLES = 25_000;
    private static final int KEYS = 3;
    private static final Duration MAX_IDLE = Duration.ofMillis(1);

    private final AtomicInteger[] holders = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
    private final AtomicLong now = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final EmbeddedRuntime runtime = new EmbeddedRuntime(
            ServerConfig.builder().gcMaxIdle(MAX_IDLE).build(), Fence.after(0), now::get, new Answers());
    private final Engine engine = runtime.engine();

    @AfterEach
    void stop() {
        threads.shutdown();
        runtime.close();
    }

    @Test
    @Pitfall("LM-11")
    void aKeyThatIsForgottenWhileItIsTakenHasOneHolder() {
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 1; i <= CLIENTS; i++) {
            Client client = new Client(i);
            running.add(CompletableFuture.runAsync(client::takeAndRelease, threads));
        }

        while (running.stream().anyMatch(client -> !client.isDone())) {
            collectWhatIsIdle();
        }

        running.forEach(CompletableFuture::join);
        collectWhatIsIdle();
        Audit.check(engine);
        assertThat(engine.census().resources()).isZero();
        assertThat(engine.census().isQuiet()).isTrue();
    }

    private void collectWhatIsIdle() {
        now.addAndGet(2 * MAX_IDLE.toNanos());
        engine.collect(turn());
    }

    private Turn turn() {
        return new Turn(now.get(), () -> 0, new Answers());
    }

    /** Its requests never wait, so each is answered on the thread that made it. */
    private final class Client extends Session {
        private final FrameReader reader = new FrameReader();
        private final Request request = new Request();
        private String answer = "";

        Client(long id) {
            super(id);
        }

        void takeAndRelease() {
            engine.open(this);
            for (int i = 0; i < CYCLES; i++) {
                int key = (int) (i + id()) % KEYS;
                String granted = ask("l\nkey" + key + "\n0 1000000\n");
                if (granted.startsWith("ok ")) {
                    assertThat(holders[key].incrementAndGet()).as("holders").isEqualTo(1);
                    holders[key].decrementAndGet();
                    assertThat(ask("r\nkey" + key + "\n" + granted.substring(3, 35) + "\n"))
                            .isEqualTo("ok");
                } else {
                    assertThat(granted).isEqualTo("timeout");
                }
            }
            engine.end(this, turn());
        }

        private String ask(String frame) {
            byte[] bytes = frame.getBytes(StandardCharsets.US_ASCII);
            reader.feed(bytes, 0, bytes.length);
            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            try {
                request.read(reader, false);
            } catch (ProtocolException impossible) {
                throw new IllegalStateException(impossible);
            }
            engine.apply(this, request, turn());
            return answer;
        }
    }

    private static final class Answers implements Outbox {
        @Override
        public void reply(Session to, long tag, Reply reply) {
            ((Client) to).answer = reply.line();
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
        public void push(Session to, Push push) {}
    }
}
