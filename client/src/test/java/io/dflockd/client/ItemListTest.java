package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ListFullException;
import io.dflockd.client.exceptions.MaxKeysException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ItemListTest extends OnServer {
    private final ItemList list = client.list("mails");

    ItemListTest() {
        super(config -> config.maxKeys(2).maxListLength(10_000));
    }

    @Test
    void isFilledAndEmptiedAtBothEnds() {
        assertThat(list.addLast("b")).isEqualTo(1);
        assertThat(list.addLast("c")).isEqualTo(2);
        assertThat(list.addFirst("a")).isEqualTo(3);
        assertThat(list.size()).isEqualTo(3);

        assertThat(list.pollLast()).contains("c");
        assertThat(list.pollFirst()).contains("a");
        assertThat(list.pollFirst()).contains("b");
        assertThat(list.pollFirst()).isEmpty();
        assertThat(list.pollLast()).isEmpty();
        assertThat(list.size()).isZero();
    }

    @Test
    void showsItsItemsAndKeepsThem() {
        List.of("a", "b", "c").forEach(list::addLast);

        assertThat(list.all()).containsExactly("a", "b", "c");
        assertThat(list.range(1, 1)).containsExactly("b");
        assertThat(list.range(-2, -1)).containsExactly("b", "c");
        assertThat(list.range(Long.MIN_VALUE, Long.MAX_VALUE)).containsExactly("a", "b", "c");
        assertThat(list.range(2, 1)).isEmpty();
        assertThat(client.list("none").all()).isEmpty();
        assertThat(list.size()).isEqualTo(3);
    }

    @Test
    void showsMoreItemsThanFitIntoAMegabyte() {
        List<String> items =
                IntStream.range(0, 10_000).mapToObj(i -> i + "é\"".repeat(60)).toList();
        List<CompletableFuture<Long>> added =
                items.stream().map(list::addLastAsync).toList();
        added.forEach(CompletableFuture::join);

        assertThat(list.all()).isEqualTo(items);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void takesWhatIsThere() {
        List.of("a", "b", "c").forEach(list::addLast);

        assertThat(list.takeFirst(PATIENCE)).contains("a");
        assertThat(list.takeLast(PATIENCE)).contains("c");
        assertThat(list.takeFirst(Duration.ZERO)).contains("b");
        assertThat(list.takeLast(Duration.ZERO)).isEmpty();
    }

    @Test
    void waitsForAnItem() {
        CompletableFuture<Optional<String>> first = list.takeFirstAsync(PATIENCE);
        server.awaitWaiters(1);
        CompletableFuture<Optional<String>> second = list.takeLastAsync(PATIENCE);
        server.awaitWaiters(2);

        assertThat(list.addFirst("a")).isZero();
        assertThat(list.addLast("b")).isZero();

        assertThat(first).succeedsWithin(PATIENCE).isEqualTo(Optional.of("a"));
        assertThat(second).succeedsWithin(PATIENCE).isEqualTo(Optional.of("b"));
    }

    @Test
    void waitsInTheCallingThread() {
        CompletableFuture<Optional<String>> taken = CompletableFuture.supplyAsync(() -> list.takeLast(PATIENCE));
        server.awaitWaiters(1);

        list.addFirst("a");

        assertThat(taken).succeedsWithin(PATIENCE).isEqualTo(Optional.of("a"));
    }

    @Test
    void isEmptyAfterTheWait() {
        assertThat(list.takeFirst(Duration.ofSeconds(1))).isEmpty();
        assertThat(list.takeLast(Duration.ofMillis(20))).isEmpty();
        assertThat(list.takeFirst(Duration.ofNanos(1))).isEmpty();
        assertThat(server.census().waiters()).isZero();
    }

    @Test
    void isNotWaitedForAnyMoreAfterCancelling() {
        CompletableFuture<Optional<String>> taken = list.takeFirstAsync(PATIENCE);
        server.awaitWaiters(1);

        taken.cancel(false);

        server.awaitWaiters(0);
        assertThat(list.addLast("a")).isEqualTo(1);
    }

    @Test
    void losesNoItemToACancelledTake() {
        int rounds = 500;
        long kept = 0;
        for (int i = 0; i < rounds; i++) {
            CompletableFuture<Optional<String>> taken =
                    i % 2 == 0 ? list.takeFirstAsync(PATIENCE) : list.takeLastAsync(PATIENCE);
            CompletableFuture<Long> added = list.addLastAsync("item " + i);
            if (i % 3 == 0) {
                added.join();
            }
            taken.cancel(false);
            kept += taken.isCancelled() || taken.join().isEmpty() ? 1 : 0;
            added.join();
        }

        long expected = kept;
        eventually().untilAsserted(() -> assertThat(list.size()).isEqualTo(expected));
        assertThat(list.all()).doesNotHaveDuplicates();
    }

    @Test
    void losesNoItemToACancelledPoll() {
        list.addLast("a");

        for (int i = 0; i < 200; i++) {
            CompletableFuture<Optional<String>> polled = i % 2 == 0 ? list.pollFirstAsync() : list.pollLastAsync();
            if (!polled.cancel(false)) {
                polled.join().ifPresent(list::addLast);
            }
        }

        eventually().untilAsserted(() -> assertThat(list.all()).containsExactly("a"));
    }

    @Test
    void doesTheSameWithoutWaiting() {
        assertThat(list.addLastAsync("b")).succeedsWithin(PATIENCE).isEqualTo(1L);
        assertThat(list.addFirstAsync("a")).succeedsWithin(PATIENCE).isEqualTo(2L);
        assertThat(list.sizeAsync()).succeedsWithin(PATIENCE).isEqualTo(2L);
        assertThat(list.allAsync()).succeedsWithin(PATIENCE).isEqualTo(List.of("a", "b"));
        assertThat(list.rangeAsync(1, 5)).succeedsWithin(PATIENCE).isEqualTo(List.of("b"));
        assertThat(list.pollLastAsync()).succeedsWithin(PATIENCE).isEqualTo(Optional.of("b"));
        assertThat(list.pollFirstAsync()).succeedsWithin(PATIENCE).isEqualTo(Optional.of("a"));
        assertThat(list.takeLastAsync(Duration.ZERO)).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
    }

    @Test
    void keepsAnyLettersBlanksAndTabs() {
        String item = "  \t\"größe\" \\ 木 🦊 ";
        list.addLast(item);
        list.addLast(item);
        list.addLast(item);

        assertThat(list.all()).containsExactly(item, item, item);
        assertThat(list.pollFirst()).contains(item);
        assertThat(list.takeFirst(PATIENCE)).contains(item);
        assertThat(list.takeLast(PATIENCE)).contains(item);
    }

    @Test
    void refusesWhatCannotBeAnItem() {
        assertThatIllegalArgumentException().isThrownBy(() -> list.addLast(""));
        assertThatIllegalArgumentException().isThrownBy(() -> list.addFirst("a\nb"));
        assertThatIllegalArgumentException().isThrownBy(() -> list.addFirstAsync("x".repeat(1_048_577)));
        assertThatIllegalArgumentException().isThrownBy(() -> list.takeFirst(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> client.list("two words"));
    }

    @Test
    void isFullWhenTheServerSaysSo() {
        try (TestServer small = TestServer.start(config -> config.maxListLength(1));
                Dflockd client = Dflockd.connect(small.address())) {
            ItemList full = client.list("mails");
            full.addLast("a");

            assertThatThrownBy(() -> full.addLast("b"))
                    .isInstanceOf(ListFullException.class)
                    .hasMessageContainingAll("'mails'", small.address());
            assertThatThrownBy(() -> full.addFirst("b")).isInstanceOf(ListFullException.class);
            assertThat(full.all()).containsExactly("a");
        }
    }

    @Test
    void isRefusedWhenTheServerHasTooManyKeys() {
        list.addLast("a");
        client.list("second").addLast("a");
        ItemList third = client.list("third");

        assertThatThrownBy(() -> third.addLast("a")).isInstanceOf(MaxKeysException.class);
        assertThatThrownBy(() -> third.takeFirst(PATIENCE)).isInstanceOf(MaxKeysException.class);
        assertThat(third.takeLastAsync(PATIENCE))
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(MaxKeysException.class);
    }

    @Test
    void showsItsKey() {
        assertThat(list.key()).isEqualTo("mails");
        assertThat(list).hasToString("list 'mails'");
    }
}
