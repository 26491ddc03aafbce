package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.BarrierCountMismatchException;
import io.dflockd.client.exceptions.MaxKeysException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BarrierTest extends OnServer {
    private final Dflockd other = Clients.of(server.address());

    BarrierTest() {
        super(config -> config.maxKeys(1));
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Test
    void letsAllGoOnWhenTheLastIsThere() {
        CompletableFuture<Boolean> first = client.barrier("loaded", 2).awaitAsync(PATIENCE);
        server.awaitWaiters(1);

        assertThat(other.barrier("loaded", 2).await(PATIENCE)).isTrue();

        assertThat(first).succeedsWithin(PATIENCE).isEqualTo(true);
    }

    @Test
    void bringsThreadsOfOneClientTogether() {
        Barrier barrier = client.barrier("loaded", 3);

        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<Boolean>> all =
                    Stream.generate(() -> barrier.awaitAsync(PATIENCE)).limit(3).toList();

            assertThat(all)
                    .allSatisfy(
                            each -> assertThat(each).succeedsWithin(PATIENCE).isEqualTo(true));
        }
        server.awaitConnections(2); // those that were needed beside it are closed again
    }

    @Test
    void isFalseWhenTheOthersDoNotCome() {
        Barrier barrier = client.barrier("loaded", 2);

        assertThat(barrier.await(Duration.ofSeconds(1))).isFalse();
        assertThat(barrier.await(Duration.ofMillis(20))).isFalse();
        assertThat(server.census().barriers()).isZero();
    }

    @Test
    void goesOnWithoutPatienceOnlyIfItIsTheLast() {
        assertThat(other.barrier("loaded", 2).await(Duration.ZERO)).isFalse();
        CompletableFuture<Boolean> first = client.barrier("loaded", 2).awaitAsync(PATIENCE);
        server.awaitWaiters(1);

        assertThat(other.barrier("loaded", 2).await(Duration.ZERO)).isTrue();

        assertThat(first).succeedsWithin(PATIENCE).isEqualTo(true);
    }

    @Test
    void isWaitedAtInVainWhenOneIsCancelled() {
        CompletableFuture<Boolean> first = client.barrier("loaded", 3).awaitAsync(PATIENCE);
        server.awaitWaiters(1);
        CompletableFuture<Boolean> second = other.barrier("loaded", 3).awaitAsync(PATIENCE);
        server.awaitWaiters(2);

        first.cancel(false);

        assertThat(second).succeedsWithin(PATIENCE).isEqualTo(false);
        server.awaitWaiters(0);
    }

    @Test
    void isForOneNumberAtATime() {
        CompletableFuture<Boolean> first = client.barrier("loaded", 2).awaitAsync(PATIENCE);
        server.awaitWaiters(1);

        assertThatThrownBy(() -> other.barrier("loaded", 3).await(PATIENCE))
                .isInstanceOf(BarrierCountMismatchException.class)
                .hasMessageContainingAll("'loaded'", server.address());

        assertThat(other.barrier("loaded", 2).await(PATIENCE)).isTrue();
        assertThat(first).succeedsWithin(PATIENCE).isEqualTo(true);
    }

    @Test
    void isRefusedWhenTheServerHasTooManyKeys() {
        client.counter("visits").increment();

        assertThatThrownBy(() -> client.barrier("loaded", 2).await(PATIENCE)).isInstanceOf(MaxKeysException.class);
    }

    @Test
    void refusesAWrongKeyOrNumberAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> client.barrier("two words", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> client.barrier("loaded", 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.barrier("loaded", 2).await(Duration.ofSeconds(-1)));
    }

    @Test
    void mayHaveAnyLettersInItsKey() {
        assertThat(client.barrier("geladen-木", 1).await(PATIENCE)).isTrue();
    }

    @Test
    void showsItsKeyAndNumber() {
        Barrier barrier = client.barrier("loaded", 3);

        assertThat(barrier.key()).isEqualTo("loaded");
        assertThat(barrier.count()).isEqualTo(3);
        assertThat(barrier).hasToString("barrier 'loaded' for 3");
    }
}
