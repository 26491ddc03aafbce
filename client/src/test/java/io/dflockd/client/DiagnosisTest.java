package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.LockTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a timeout says to whoever reads it at night. */
class DiagnosisTest {
    @Test
    void namesTheHolderAndSinceWhenItHolds() {
        try (TestServer server = TestServer.start();
                Dflockd holder = Dflockd.connect(server.address());
                Dflockd late = Dflockd.connect(server.address())) {
            holder.lock("orders").acquire(Duration.ZERO);

            assertThatThrownBy(() -> late.lock("orders").acquire(Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageMatching("lock 'orders' on " + server.address() + ": not granted within 0\\.1 s; "
                            + "held by connection \\d+ for \\d+\\.\\d s \\(its lease ends in \\d+ s unless renewed\\), "
                            + "0 others wait");
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
                    .hasMessageContaining("held by connection");
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
