package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ReleaseTest extends BehindProxy {

    @Test
    @Pitfall("CL-06")
    void isTrueOnceTheServerHasConfirmedIt() {
        Grant grant = client.lock("orders").acquire(LONG);

        assertThat(grant.release()).isTrue();

        assertThat(server.census().holders()).isZero();
        assertThat(grant.isHeld()).isFalse();
        assertThat(grant.lost().toCompletableFuture()).isNotDone();
    }

    @Test
    @Pitfall({"CL-06", "EL-05"})
    void isFalseIfTheConnectionIsCutBeforeTheAnswer() {
        Grant grant = client.lock("orders").acquire(LONG);
        proxy.present().cutAfter(Direction.TO_CLIENT, 0);

        assertThat(grant.release()).isFalse();

        server.awaitHolders(0);
    }

    @Test
    @Pitfall("CL-06")
    void isFalseIfTheServerDoesNotKnowTheGrantAnyMore() {
        Grant grant = client.lock("orders").acquire(LONG);
        try (WireClient other = server.wireClient()) {
            assertThat(other.ask("r", "orders", grant.token())).isEqualTo("ok");
        }

        assertThat(grant.release()).isFalse();
    }

    @Test
    @Pitfall("CL-06")
    void isFalseIfItWasLostBefore() {
        Grant grant = client.lock("orders").acquire(LONG);
        proxy.resetAll();
        eventually().until(() -> !grant.isHeld());

        assertThat(grant.release()).isFalse();
        grant.close();
    }

    @Test
    void tellsEveryoneTheSame() {
        Grant grant = client.lock("orders").acquire(LONG);

        CompletableFuture<Boolean> first = grant.releaseAsync();

        assertThat(grant.release()).isTrue();
        assertThat(first.join()).isTrue();
        assertThat(grant.releaseAsync().join()).isTrue();
        grant.close();
    }

    @Test
    void goesOnAlthoughNobodyWaitsForItAnyMore() {
        Grant grant = client.lock("orders").acquire(LONG);

        grant.releaseAsync().cancel(true);

        server.awaitHolders(0);
        assertThat(grant.release()).isTrue();
    }

    @Test
    void isDoneByAThreadThatIsInterrupted() {
        Grant grant = client.lock("orders").acquire(LONG);

        boolean stillInterrupted = Worker.start(() -> {
                    Thread.currentThread().interrupt();
                    grant.close();
                    return Thread.interrupted();
                })
                .result();

        assertThat(stillInterrupted).isTrue();
        assertThat(server.census().holders()).isZero();
    }

    @Test
    @Pitfall("CL-17")
    void twoAcquiresOnOneLockGiveTwoGrantsOneAfterTheOther() {
        Lock lock = client.lock("orders");
        Grant first = lock.acquire(LONG);
        CompletableFuture<Grant> second = lock.acquireAsync(LONG);
        server.awaitWaiters(1);
        assertThat(second).isNotDone();
        long firstFence = first.fence();

        first.close();

        assertThat(second.join().fence()).isGreaterThan(firstFence);
        second.join().close();
        assertThat(server.census().holders()).isZero();
        assertThat(server.census().waiters()).isZero();
        assertThat(server.connections()).isOne();
    }
}
