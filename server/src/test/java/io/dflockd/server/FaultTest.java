package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of our own in the threads of a running server. What goes wrong inside a request is in ConnectionTest. */
final class FaultTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final AtomicBoolean planted = new AtomicBoolean();
    private final LongSupplier sound = new SteadyClock(System::nanoTime);

    /** A clock that, once a fault is planted, fails for the next thread of that name that looks at it. */
    private LongSupplier failing(String threads, Runnable fault) {
        return () -> {
            if (Thread.currentThread().getName().startsWith(threads) && planted.compareAndSet(true, false)) {
                fault.run();
            }
            return sound.getAsLong();
        };
    }

    private static void throwException() {
        throw new IllegalStateException("planted");
    }

    private static void throwError() {
        throw new LinkageError("planted");
    }

    static Stream<Named<Runnable>> faults() {
        return Stream.of(
                Named.of("an exception", FaultTest::throwException), Named.of("an error", FaultTest::throwError));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @Pitfall({"SL-01", "JV-03"})
    void aFaultOnAnEventLoopEndsOneConnectionAndNoOther(Runnable fault) {
        servers.start(config -> config.eventLoops(1), failing("dflockd-loop", fault));
        WireClient unlucky = servers.client();
        WireClient other = servers.client();
        assertThat(unlucky.ask("l", "k", "0")).startsWith("ok ");
        assertThat(other.ask("l", "other", "0")).startsWith("ok ");

        try (LogCapture log = LogCapture.of(Connection.class)) {
            planted.set(true);
            unlucky.send("l", "more", "0");
            unlucky.expectEof();
            assertThat(log.lines()).singleElement().asString().contains("failed", "planted");
        }

        assertThat(other.ask("l", "k", "60")).as("its lock is free").startsWith("ok ");
        assertThat(other.ask("l", "more", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("SL-01")
    void theServerTakesNewClientsAfterManyFaults() {
        servers.start(config -> config.eventLoops(1), failing("dflockd-loop", FaultTest::throwException));
        try (LogCapture log = LogCapture.of(Connection.class)) {
            for (int i = 0; i < 20; i++) {
                WireClient unlucky = servers.client();
                planted.set(true);
                unlucky.send("ping", "_", "_");
                unlucky.expectEof();
            }
            assertThat(log.lines()).hasSize(20);
        }

        assertThat(servers.client().ask("ping", "_", "_")).isEqualTo("ok");
    }

    /** So many locks that stats are collected in the background. */
    @Test
    @Pitfall("SL-01")
    void aFaultInTheBackgroundIsAnsweredToo() {
        servers.start(config -> config.maxLocks(10_000), failing("dflockd-stats", FaultTest::throwException));
        WireClient client = servers.client();
        ServerFixture.acquireMany(client, "k", 5_000);

        try (LogCapture log = LogCapture.of(StatsDesk.class)) {
            planted.set(true);
            assertThat(client.ask("stats", "_", "_").equals("error")).isTrue();
            assertThat(log.lines()).singleElement().asString().contains("failed", "planted");
        }

        assertThat(client.ask("stats", "_", "_")).startsWith("ok {");
    }
}
