package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.testkit.Pitfall;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever stops waiting, or is made to, hears for what it waited and what is left of that. */
@Pitfall({"CL-02", "CL-15"})
final class LeftWaitingTest extends OnServer {
    private static final String NOTHING = "nothing is held or waited for";

    private final Dflockd holder = Clients.of(server.address());

    @AfterEach
    void close() {
        holder.close();
    }

    private String lock() {
        return "lock 'orders' on " + server.address();
    }

    @Test
    void anInterruptedAcquireNamesItsKeyAndThatNothingIsHeld() {
        holder.lock("orders").acquire(LONG);
        Worker<Grant> waiter = Worker.start(() -> client.lock("orders").acquire(LONG));
        server.awaitWaiters(1);

        waiter.interrupt();

        assertThat(waiter.failure())
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessage(lock() + ": interrupted while waiting; " + NOTHING);
        server.awaitWaiters(0);
    }

    @Test
    void anInterruptedTicketNamesItsKeyToo() {
        holder.lock("orders").acquire(LONG);
        Ticket ticket = client.lock("orders").enqueue();
        Worker<Grant> waiter = Worker.start(() -> ticket.await(LONG));

        waiter.interrupt();

        assertThat(waiter.failure()).hasMessage("ticket of " + lock() + ": interrupted while waiting; " + NOTHING);
    }

    @Test
    void anInterruptedRequestDoesNotClaimThatNothingWasDone() {
        try (ScriptedServer silent = ScriptedServer.tagged();
                Dflockd asking = Clients.connect(silent.address())) {
            silent.ignore("incr");
            Worker<Long> counting = Worker.start(() -> asking.counter("hits").increment());
            silent.awaitFrame("incr");

            counting.interrupt();

            assertThat(counting.failure())
                    .isInstanceOf(WaitInterruptedException.class)
                    .hasMessageContainingAll("'hits'", "the server may or may not have carried it out");
        }
    }

    @Test
    void whoeverWaitsWhenTheClientIsClosedHearsForWhatAndThatNothingIsHeld() {
        holder.lock("orders").acquire(LONG);
        Ticket ticket = client.lock("orders").enqueue();
        Worker<Grant> blocked = Worker.start(() -> client.lock("orders").acquire(LONG));
        CompletableFuture<Grant> future = client.lock("orders").acquireAsync(LONG);
        CompletableFuture<Grant> second = ticket.awaitAsync(LONG);
        server.awaitWaiters(3);

        client.close();

        String closed = lock() + ": this client was closed; " + NOTHING;
        assertThat(blocked.failure()).isInstanceOf(ClientClosedException.class).hasMessage(closed);
        assertThatThrownBy(future::join)
                .hasCauseInstanceOf(ClientClosedException.class)
                .hasMessageContaining(closed);
        assertThatThrownBy(second::join)
                .hasCauseInstanceOf(ClientClosedException.class)
                .hasMessageContaining(closed);
        assertThatThrownBy(() -> client.lock("orders").acquire(LONG)).hasMessage(closed);
    }
}
