package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Fence;
import io.dflockd.testkit.Pitfall;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections without sockets and threads: a fault is where the test puts it. */
final class ConnectionTest {
    private final ServerConfig config = ServerConfig.builder().build();
    private final FaultyFence fence = new FaultyFence();
    private final List<Error> breakdowns = new ArrayList<>();
    private final EmbeddedRuntime runtime = new EmbeddedRuntime(config, fence, () -> 0, HostedOutbox.OUTBOX);
    private final StatsDesk statsDesk = new StatsDesk(runtime);
    private final Service service = new Service(
            config,
            runtime,
            System::nanoTime,
            new Authenticator(null, null),
            new WrongGuesses(),
            new HeapGuard(config, System::nanoTime),
            new RefusalLog(System::nanoTime),
            statsDesk,
            new ClusterDesk(runtime, statsDesk));
    private long lastConnection;

    @AfterEach
    void nothingIsLeft() {
        statsDesk.close();
        service.heapGuard().close();
        assertThat(runtime.engine().census()).matches(census -> census.isQuiet(), "is quiet");
    }

    @ParameterizedTest
    @CsvSource({"l,0", "sl,0 2", "rl,0", "wl,0", "elect,0", "e,", "se,2", "re,", "we,"})
    @Pitfall({"SL-01", "LM-07"})
    void answersAFaultInOneRequestAndServesTheOthers(String command, String argument) {
        Peer alice = new Peer();
        Peer bob = new Peer();
        String request = command + "\nk\n" + (argument == null ? "" : argument) + "\n";
        fence.failNextWith(new IllegalStateException("planted"));

        try (LogCapture log = LogCapture.of(Connection.class)) {
            assertThat(alice.ask(request)).isEqualTo("error\n");
            assertThat(log.lines()).singleElement().asString().contains("failed", "planted");
        }

        assertThat(alice.channel.isOpen()).isFalse();
        assertThat(runtime.summary().line()).contains("\"faults\":1,");
        assertThat(bob.ask(request)).matches("(ok|acquired) [0-9a-f]{32} 33.*\n");
        assertThat(alice.received()).as("what failed is not granted later").isEmpty();
        alice.close();
        bob.close();
    }

    @Test
    @Pitfall({"SL-01", "LM-07"})
    void aFaultInAHandOverDoesNotCostTheWaiterItsPlace() {
        Peer alice = new Peer();
        Peer bob = new Peer();
        Peer carol = new Peer();
        String token = alice.ask("l\nk\n0\n").split(" ", -1)[1];
        assertThat(bob.ask("l\nk\n60\n")).isEmpty();
        fence.failNextWith(new IllegalStateException("planted"));

        try (LogCapture log = LogCapture.of(Connection.class)) {
            assertThat(alice.ask("r\nk\n" + token + "\n")).isEqualTo("error\n");
            assertThat(log.lines()).hasSize(1);
        }
        carol.ask("l\nk\n60\n"); // whoever touches the key next sets things right

        assertThat(bob.received()).matches("ok [0-9a-f]{32} 33\n");
        assertThat(carol.received()).isEmpty();
        alice.close();
        bob.close();
        assertThat(carol.received()).startsWith("ok ");
        carol.close();
    }

    @Test
    @Pitfall("JV-03")
    void anErrorInTheEngineIsToldToTheProgramAndEndsItsConnection() {
        Peer alice = new Peer();
        Peer bob = new Peer();
        alice.ask("l\nhers\n0\n");
        assertThat(bob.ask("l\nhers\n60\n")).isEmpty();
        LinkageError planted = new LinkageError("planted");
        fence.failNextWith(planted);

        runtime.onBreakdown(breakdowns::add);
        try (LogCapture log = LogCapture.of(Connection.class)) {
            alice.ask("l\nk\n0\n");
            assertThat(log.lines()).singleElement().asString().contains("failed", "planted");
        }

        assertThat(breakdowns).containsExactly(planted);
        assertThat(alice.channel.isOpen()).isFalse();
        assertThat(bob.received()).startsWith("ok ");
        bob.close();
    }

    @Test
    @Pitfall("DC-04")
    void aGrantThatCannotBeWrittenGoesToTheNextInLine() {
        Peer alice = new Peer();
        Peer deaf = new Peer(new FailingWrites());
        Peer carol = new Peer();
        String token = alice.ask("l\nk\n0\n").split(" ", -1)[1];
        deaf.ask("l\nk\n60\n");
        carol.ask("l\nk\n60\n");

        alice.ask("r\nk\n" + token + "\n");
        deaf.goOn();

        assertThat(deaf.channel.isOpen()).isFalse();
        assertThat(carol.received()).startsWith("ok ");
        alice.close();
        carol.close();
    }

    @Test
    @Pitfall("DC-04")
    void anImmediateGrantThatCannotBeWrittenIsUndone() {
        Peer deaf = new Peer(new FailingWrites());
        Peer bob = new Peer();

        deaf.ask("l\nk\n0\n");

        assertThat(deaf.channel.isOpen()).isFalse();
        assertThat(bob.ask("l\nk\n0\n")).startsWith("ok ");
        bob.close();
    }

    /** While a grant is written, another thread gets into every shard: so the writing thread is in none. */
    @Test
    @Pitfall({"JV-02", "LM-08"})
    void writesNothingWhileAShardIsHeld() {
        Peer alice = new Peer(new ShardProbe());
        Peer bob = new Peer(new ShardProbe());

        String token = alice.ask("l\nk\n0\n").split(" ", -1)[1];
        bob.ask("l\nk\n60\n");
        assertThat(alice.ask("r\nk\n" + token + "\n")).isEqualTo("ok\n");

        assertThat(bob.received()).startsWith("ok ");
        alice.close();
        bob.close();
    }

    @Test
    @Pitfall({"SL-05", "TA-06"})
    void leavesNothingToDoBehindWhenItEnds() {
        Peer alice = new Peer();
        alice.ask("l\nk\n0\n");

        alice.close();
        alice.channel.runPendingTasks();

        long nothingScheduled = -1;
        assertThat(alice.channel.runScheduledPendingTasks()).isEqualTo(nothingScheduled);
    }

    @Test
    void anErrorInTheEndOfASessionIsToldToTheProgram() {
        Peer alice = new Peer();
        Peer bob = new Peer();
        alice.ask("l\nk\n0\n");
        bob.ask("l\nk\n60\n");
        LinkageError planted = new LinkageError("planted");
        fence.failNextWith(planted);

        runtime.onBreakdown(breakdowns::add);
        try (LogCapture log = LogCapture.of(Connection.class)) {
            alice.close();

            assertThat(log.lines()).allMatch(line -> line.contains("planted"));
        }
        assertThat(breakdowns).containsExactly(planted);
        bob.close();
    }

    @Test
    @Pitfall("SL-12")
    void connectionsWithoutMemoryForBuffersEndWithOneLineOfLog() {
        try (LogCapture log = LogCapture.ofEverything()) {
            for (int i = 0; i < 10; i++) {
                Peer greedy = new Peer();
                greedy.channel.pipeline().fireExceptionCaught(new OutOfMemoryError("no direct memory"));

                assertThat(greedy.channel.isOpen()).isFalse();
                greedy.close();
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("no direct memory"))
                    .hasSize(1);
            assertThat(log.lines()).noneMatch(line -> line.contains("\tat "));
        }
    }

    @Test
    @Pitfall("SL-12")
    void whoHasNoMemoryForAnAnswerEndsAloneAndNotWhoCausedIt() {
        Peer alice = new Peer();
        Peer bob = new Peer(alice.loop);
        String token = alice.ask("l\nk\n0\n").split(" ", -1)[1];
        bob.ask("l\nk\n9\n");
        bob.channel.config().setAllocator(new NoMemory());

        assertThat(alice.ask("r\nk\n" + token + "\n")).isEqualTo("ok\n");

        assertThat(bob.channel.isOpen()).isFalse();
        assertThat(alice.ask("l\nk\n0\n")).as("bob's grant is gone with him").startsWith("ok ");
        alice.close();
        bob.close();
    }

    /** Each turn of a connection ends with what it has to write, and then the others of its loop come first. */
    @Test
    @Pitfall({"SL-10", "LC-03"})
    void aLongRowOfSlowRequestsIsRunInTurns() {
        Peer alice = new Peer();
        fence.takeAMillisecondEach();
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            requests.append("l\nk").append(i).append("\n0\n");
        }

        alice.channel.writeInbound(Unpooled.copiedBuffer(requests, StandardCharsets.UTF_8));
        alice.channel.runPendingTasks();

        assertThat(alice.channel.outboundMessages()).hasSizeGreaterThan(1);
        assertThat(alice.received().lines()).hasSize(64).allMatch(line -> line.startsWith("ok "));
        alice.close();
    }

    private final class Peer {
        final EmbeddedChannel channel = new EmbeddedChannel();
        final Loop loop;

        Peer(ChannelHandler... nearTheSocket) {
            this.loop = new Loop(channel.eventLoop(), () -> {}, service);
            start(nearTheSocket);
        }

        /** Takes turns with others. */
        Peer(Loop shared) {
            this.loop = shared;
            start();
        }

        private void start(ChannelHandler... nearTheSocket) {
            channel.pipeline().addLast(nearTheSocket).addLast(new Connection(++lastConnection, service, loop, false));
            channel.pipeline().fireChannelActive();
        }

        String ask(String request) {
            channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.UTF_8));
            return received();
        }

        /** What is to be done on its loop, which every thread takes for its own here. */
        void goOn() {
            loop.settle();
            channel.runPendingTasks();
        }

        String received() {
            goOn();
            StringBuilder text = new StringBuilder();
            for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
                text.append(bytes.toString(StandardCharsets.UTF_8));
                bytes.release();
            }
            return text.toString();
        }

        void close() {
            channel.close();
            channel.finishAndReleaseAll();
        }
    }

    private static final class FaultyFence implements Fence {
        private final Fence sound = Fence.after(0);
        private Runnable fault = () -> {};
        private boolean slow;

        void takeAMillisecondEach() {
            slow = true;
        }

        void failNextWith(RuntimeException planted) {
            fault = () -> {
                throw planted;
            };
        }

        void failNextWith(Error planted) {
            fault = () -> {
                throw planted;
            };
        }

        @Override
        public void raiseTo(long floor) {}

        @Override
        public long next() {
            Runnable planted = fault;
            fault = () -> {};
            planted.run();
            long until = System.nanoTime() + 1_000_000;
            while (slow && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            return sound.next();
        }

        @Override
        public long last() {
            return sound.last();
        }
    }

    private static final class NoMemory extends AbstractByteBufAllocator {
        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("no memory");
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    private static final class FailingWrites extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new IOException("connection reset by peer"));
        }
    }

    private final class ShardProbe extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            CompletableFuture.supplyAsync(() -> runtime.engine().census())
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
            context.write(message, promise);
        }
    }
}
