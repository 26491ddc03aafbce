package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.LeaseExpiredException;
import io.dflockd.client.exceptions.LockTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TicketTest extends BehindProxy {
    private final Lock lock = client.lock("orders");

    @Test
    void isTheSlotIfItIsFree() {
        Ticket ticket = lock.enqueue();

        assertThat(ticket.isGranted()).isTrue();
        Grant grant = ticket.await(Duration.ZERO);
        assertThat(grant.isHeld()).isTrue();
        assertThat(grant.release()).isTrue();
    }

    @Test
    void thatWasForgottenBlocksTheKeyNoLongerThanItsLease() {
        Ticket forgotten = lock.lease(Duration.ofSeconds(1)).enqueue();
        assertThat(forgotten.isGranted()).isTrue();

        try (Grant next = lock.acquire(LONG)) {
            assertThat(next.isHeld()).isTrue();
        }
        assertThatThrownBy(() -> forgotten.await(LONG)).isInstanceOf(LeaseExpiredException.class);
    }

    @Test
    void saysWhatItIsFor() {
        Ticket ticket = lock.enqueue();

        assertThat(ticket).hasToString("Ticket[" + lock + ", granted=true, used=false]");

        ticket.close();
        assertThat(ticket).hasToString("Ticket[" + lock + ", granted=true, used=true]");
    }

    @Test
    void isAPlaceInTheQueueOtherwise() {
        Grant holder = lock.acquire(LONG);
        Ticket ticket = lock.enqueue();
        assertThat(ticket.isGranted()).isFalse();
        Worker<Grant> waiting = Worker.start(() -> ticket.await(LONG));

        holder.close();

        assertThat(waiting.result().isHeld()).isTrue();
        server.awaitHolders(1);
    }

    @Test
    void keepsTheSlotThatFellToItBeforeItWasAwaited() {
        Grant holder = lock.acquire(LONG);
        Ticket ticket = lock.enqueue();
        holder.close();
        server.awaitHolders(1);

        assertThat(ticket.await(Duration.ZERO).release()).isTrue();
    }

    @Test
    void closingItLeavesTheQueue() {
        Grant holder = lock.acquire(LONG);
        Ticket ticket = lock.enqueue();
        server.awaitWaiters(1);

        ticket.close();

        assertThat(server.census().waiters()).isZero();
        assertThat(holder.isHeld()).isTrue();
    }

    @Test
    void closingItGivesTheSlotBackThatFellToIt() {
        Grant holder = lock.acquire(LONG);
        Ticket ticket = lock.enqueue();
        holder.close();
        server.awaitHolders(1);

        ticket.close();

        assertThat(server.census().holders()).isZero();
    }

    @Test
    void closingItGivesTheSlotBackThatWasFree() {
        Ticket ticket = lock.enqueue();

        ticket.close();

        assertThat(server.census().holders()).isZero();
    }

    @Test
    void closingItIsNeitherAnAcquireNorATimeout() {
        lock.enqueue().close();
        assertThat(tally.acquires()).isZero();

        try (Grant holder = lock.acquire(LONG)) {
            lock.enqueue().close();
            assertThat(holder.isHeld()).isTrue();
        }
        assertThat(tally.timeouts()).isZero();
    }

    @Test
    void awaitingItIsOneOfThem() {
        try (Grant holder = lock.enqueue().await(LONG)) {
            eventually().until(() -> tally.acquires() == 1);

            assertThatThrownBy(() -> lock.enqueue().await(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
            eventually().until(() -> tally.timeouts() == 1);
            assertThat(holder.isHeld()).isTrue();
        }
        assertThat(tally.acquires()).isOne();
    }

    @Test
    void closingItAfterwardsLeavesTheGrantAlone() {
        try (Ticket ticket = lock.enqueue()) {
            Grant grant = ticket.await(LONG);
            ticket.close();
            assertThat(grant.isHeld()).isTrue();
            assertThat(grant.release()).isTrue();
        }
    }

    @Test
    void isUsedUpByOneAwait() {
        Ticket ticket = lock.enqueue();
        Grant grant = ticket.await(LONG);

        assertThatThrownBy(() -> ticket.await(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("orders");
        assertThat(grant.isHeld()).isTrue();
    }

    @Test
    void isGivenUpAfterATimeout() {
        Grant holder = lock.acquire(LONG);

        Ticket ticket = lock.enqueue();
        assertThatThrownBy(() -> ticket.await(Duration.ofMillis(20))).isInstanceOf(LockTimeoutException.class);

        server.awaitWaiters(0);
        assertThat(holder.isHeld()).isTrue();
    }

    @Test
    void twoOfOneKeyInOneProcessStandInTheQueueInTheirOrder() {
        Ticket first = lock.enqueue();
        Ticket second = lock.enqueue();
        Ticket third = lock.enqueue();
        assertThat(first.isGranted()).isTrue();
        server.awaitWaiters(2);

        first.await(LONG).close();
        Grant next = second.await(LONG);

        assertThatThrownBy(() -> third.await(Duration.ofMillis(20))).isInstanceOf(LockTimeoutException.class);
        assertThat(next.release()).isTrue();
        server.awaitConnections(1);
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void theNextOfAKeyUsesTheSharedConnectionAgain() {
        for (int i = 0; i < 5; i++) {
            lock.enqueue().await(LONG).close();
            lock.enqueue().close();
        }

        assertThat(proxy.connections()).isOne();
    }

    @Test
    void isLostWithTheConnection() {
        Grant holder = lock.acquire(LONG);
        Ticket ticket = lock.enqueue();

        proxy.resetAll();

        assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(ConnectionException.class);
        eventually().until(() -> !holder.isHeld());
        ticket.close();
        assertThat(lock.enqueue().await(LONG).isHeld()).isTrue();
    }

    @Test
    void thatWasTheSlotIsOverWhenTheConnectionBreaks() {
        Ticket ticket = lock.enqueue();
        proxy.resetAll();
        eventually().until(() -> tally.disconnects() == 1);

        assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(ConnectionException.class);
    }

    @Test
    void worksForSemaphoresAndBothHalvesOfAReadWriteLock() {
        Ticket slot = client.semaphore("pool", 2).enqueue();
        Ticket reader = client.readWriteLock("doc").read().enqueue();
        Ticket writer = client.readWriteLock("doc").write().enqueue();
        assertThat(slot.isGranted()).isTrue();
        assertThat(reader.isGranted()).isTrue();
        assertThat(writer.isGranted()).isFalse();

        reader.await(LONG).close();

        assertThat(writer.await(LONG).release()).isTrue();
        assertThat(slot.await(LONG).release()).isTrue();
    }
}
