package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.MaxKeysException;
import io.dflockd.protocol.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CounterTest extends OnServer {
    private final Counter counter = client.counter("visits");

    CounterTest() {
        super(config -> config.maxKeys(2));
    }

    @Test
    void countsUpAndDown() {
        assertThat(counter.get()).isZero();
        assertThat(counter.increment()).isEqualTo(1);
        assertThat(counter.increment(41)).isEqualTo(42);
        assertThat(counter.decrement()).isEqualTo(41);
        assertThat(counter.decrement(50)).isEqualTo(-9);
        assertThat(counter.increment(-1)).isEqualTo(-10);
        assertThat(counter.get()).isEqualTo(-10);
    }

    @Test
    void isWhatItWasSetTo() {
        counter.increment();

        counter.set(Long.MIN_VALUE);

        assertThat(counter.get()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void doesTheSameWithoutWaiting() {
        assertThat(counter.setAsync(5)).succeedsWithin(Patience.PATIENCE);
        assertThat(counter.incrementAsync()).succeedsWithin(Patience.PATIENCE).isEqualTo(6L);
        assertThat(counter.incrementAsync(4)).succeedsWithin(Patience.PATIENCE).isEqualTo(10L);
        assertThat(counter.decrementAsync()).succeedsWithin(Patience.PATIENCE).isEqualTo(9L);
        assertThat(counter.decrementAsync(9)).succeedsWithin(Patience.PATIENCE).isEqualTo(0L);
        assertThat(counter.getAsync()).succeedsWithin(Patience.PATIENCE).isEqualTo(0L);
    }

    @Test
    void losesNoneOfManyIncrementsAtOnce() {
        List<CompletableFuture<Long>> all =
                Stream.generate(counter::incrementAsync).limit(1_000).toList();

        assertThat(all.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
        assertThat(counter.get()).isEqualTo(1_000);
    }

    @Test
    void staysAsItIsWhenItWouldOverflow() {
        counter.set(Long.MAX_VALUE);

        assertThatThrownBy(counter::increment)
                .isExactlyInstanceOf(DflockdException.class)
                .hasMessageContainingAll("'visits'", server.address(), "64 bits")
                .satisfies(thrown ->
                        assertThat(((DflockdException) thrown).status()).isEqualTo(Status.ERROR));
        assertThat(counter.get()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void cannotTakeAwayTheSmallestNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> counter.decrement(Long.MIN_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> counter.decrementAsync(Long.MIN_VALUE));
    }

    @Test
    void isRefusedWhenTheServerHasTooManyKeys() {
        counter.increment();
        client.counter("clicks").increment();
        Counter third = client.counter("third");

        assertThatThrownBy(third::increment).isInstanceOf(MaxKeysException.class);
        assertThat(third.setAsync(1))
                .failsWithin(Patience.PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(MaxKeysException.class);
        assertThat(third.get()).isZero();
    }

    @Test
    void refusesAWrongKeyAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> client.counter("two words"));
        assertThatIllegalArgumentException().isThrownBy(() -> client.counter(""));
    }

    @Test
    void mayHaveAnyLettersInItsKey() {
        assertThat(client.counter("besøg-🦊").increment()).isEqualTo(1);
        assertThat(client.counter("besøg-🦊").get()).isEqualTo(1);
    }

    @Test
    void showsItsKey() {
        assertThat(counter.key()).isEqualTo("visits");
        assertThat(counter).hasToString("counter 'visits'");
    }
}
