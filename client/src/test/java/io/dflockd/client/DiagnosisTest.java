package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.LimitMismatchException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.TypeMismatchException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a timeout says to whoever reads it at night. */
class DiagnosisTest {
    @Test
    void namesTheHolderAndSinceWhenItHolds() {
        try (TestServer server = TestServer.start();
                Dflockd holder = Dflockd.connect(DflockdOptions.builder()
                        .servers(server.address())
                        .name("billing {\"@\"} web-3")
                        .build());
                Dflockd late = Dflockd.connect(server.address())) {
            holder.lock("orders").acquire(Duration.ZERO);

            assertThatThrownBy(() -> late.lock("orders").acquire(Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageMatching(
                            "lock 'orders' on " + server.address() + ": not granted within 0\\.1 s; "
                                    + "held by billing \\{\"@\"} web-3 \\(127\\.0\\.0\\.1:\\d+\\) for \\d+\\.\\d s \\(its lease ends in \\d+ s unless renewed\\)");
        }
    }

    @Test
    void countsTheOthersWhoWait() {
        try (TestServer server = TestServer.start();
                Dflockd holder = Dflockd.connect(server.address());
                Dflockd late = Dflockd.connect(server.address())) {
            holder.lock("orders").acquire(Duration.ZERO);
            holder.lock("orders").acquireAsync(Duration.ofMinutes(1));
            server.awaitWaiters(1);

            assertThatThrownBy(() -> late.lock("orders").acquire(Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageEndingWith(" s unless renewed), 1 other waits");
        }
    }

    @Test
    void namesTheHolderToATicketAsWell() {
        try (TestServer server = TestServer.start();
                Dflockd holder = Dflockd.connect(server.address());
                Dflockd late = Dflockd.connect(server.address())) {
            holder.lock("orders").acquire(Duration.ZERO);
            Ticket ticket = late.lock("orders").enqueue();

            assertThatThrownBy(() -> ticket.await(Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("held by ");
        }
    }

    @Test
    void countsTheOtherHoldersOfASemaphore() {
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            Semaphore pool = dflockd.semaphore("pool", 2);
            pool.acquire(Duration.ZERO);
            pool.acquire(Duration.ZERO);

            assertThatThrownBy(() -> pool.acquire(Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("semaphore 'pool'")
                    .hasMessageContaining("and 1 more");
        }
    }

    @Test
    void saysAsWhatAKeyIsInUseThatIsUsedAsSomethingElse() {
        try (TestServer server = TestServer.start();
                Dflockd dflockd = Dflockd.connect(server.address())) {
            dflockd.lock("orders").acquire(Duration.ZERO);
            dflockd.semaphore("pool", 5).acquire(Duration.ZERO);
            dflockd.readWriteLock("doc").read().acquire(Duration.ZERO);

            assertThatThrownBy(() -> dflockd.semaphore("orders", 3).acquire(Duration.ZERO))
                    .isInstanceOf(LimitMismatchException.class)
                    .hasMessage("semaphore 'orders' on " + server.address()
                            + ": the key is in use with a different limit (error_limit_mismatch)"
                            + "; it is a lock or an election");
            assertThatThrownBy(() -> dflockd.lock("pool").acquire(Duration.ZERO))
                    .isInstanceOf(LimitMismatchException.class)
                    .hasMessageEndingWith("; it is a semaphore with limit 5");
            assertThatThrownBy(() -> dflockd.lock("doc").tryAcquire())
                    .isInstanceOf(TypeMismatchException.class)
                    .hasMessageEndingWith("; it is a read-write lock");
        }
    }

    @Test
    void saysNothingAboutHoldersWhenTheServerCannotTell() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.on("l", "timeout");
            server.on("stats", "ok {\"connections\":1}");
            try (Dflockd dflockd = Dflockd.connect(server.address())) {
                assertThatThrownBy(() -> dflockd.lock("orders").acquire(Duration.ofSeconds(1)))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessage("lock 'orders' on " + server.address() + ": not granted within 1.0 s");
            }
        }
    }

    @Test
    void doesNotAskForThePriceOfATry() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.on("l", "timeout");
            try (Dflockd dflockd = Dflockd.connect(server.address())) {
                assertThat(dflockd.lock("orders").tryAcquire()).isEmpty();
                assertThat(dflockd.lock("orders").tryAcquire(Duration.ofSeconds(1)))
                        .isEmpty();
            }
            assertThat(server.frames()).noneMatch(frame -> frame.command().equals("stats"));
        }
    }
}
