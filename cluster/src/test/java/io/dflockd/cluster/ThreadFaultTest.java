package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.cluster.log.Leadership;
import io.dflockd.cluster.log.LogStatus;
import io.dflockd.cluster.log.ReplicatedLog;
import io.dflockd.cluster.machine.Genesis;
import io.dflockd.cluster.machine.Home;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A thread of a node that fails is not missed in silence. */
final class ThreadFaultTest {
    private final Clients clients = new Clients("a", () -> {}, settings -> {});
    private final Home home = new Home("a", clients);
    private final Replica replica = new Replica(home, System::nanoTime);
    private final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();

    @Test
    void theCourierTellsOfIt() throws Exception {
        new Courier("a", replica, home, clients, System::nanoTime, new Bell())
                .start(new BrokenLog(), (thread, fault) -> faults.add(fault));

        assertTold();
    }

    @Test
    void theLeaderTellsOfIt() throws Exception {
        Supplier<Genesis> none = () -> {
            throw new AssertionError("nothing is founded here");
        };
        new LeaderDesk("a", replica, clients, System::nanoTime, none, Duration.ofSeconds(5), new Bell())
                .start(new BrokenLog(), (thread, fault) -> faults.add(fault));

        assertTold();
    }

    private void assertTold() throws InterruptedException {
        assertThat(faults.poll(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessage("broken, says the test");
    }

    private static final class BrokenLog implements ReplicatedLog {
        private static IllegalStateException broken() {
            return new IllegalStateException("broken, says the test");
        }

        @Override
        public CompletableFuture<Long> submit(byte[] entry) {
            throw broken();
        }

        @Override
        public CompletableFuture<byte[]> toLeader(byte[] message) {
            throw broken();
        }

        @Override
        public Leadership leadership() {
            throw broken();
        }

        @Override
        public CompletableFuture<Void> transfer(String node) {
            throw broken();
        }

        @Override
        public LogStatus status() {
            throw broken();
        }

        @Override
        public void close() {}
    }
}
