package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** The ring in which a list keeps its items has room for what is in it, and not for what was. */
@Pitfall("CK-11")
final class ItemsTest {
    private static final byte[] ITEM = {1};

    private final Items items = new Items();

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            items.addLast(ITEM);
        }
    }

    @Test
    void aShortQueueNeedsAShortRingWhateverGoesThroughIt() {
        add(10);
        int most = 0;

        for (int i = 0; i < 1_000_000; i++) {
            items.addLast(ITEM);
            items.removeFirst();
            most = Math.max(most, items.capacity());
        }
        for (int i = 0; i < 1_000_000; i++) {
            items.addFirst(ITEM);
            items.removeLast();
            most = Math.max(most, items.capacity());
        }

        assertThat(items.size()).isEqualTo(10);
        assertThat(most).isLessThanOrEqualTo(32);
    }

    @Test
    void theRingGrowsAndShrinksWithTheItems() {
        for (int size : new int[] {100_000, 100, 5_000, 10}) {
            add(Math.max(0, size - items.size()));
            while (items.size() > size) {
                items.removeFirst();
            }

            assertThat(items.capacity()).isBetween(size, 4 * size);
        }
    }

    /** Going up and down around one length must not copy all items each time. */
    @Test
    void theRingKeepsItsSizeAroundAnyLength() {
        for (int size = 10; size < 2_000; size++) {
            add(size - items.size());
            items.addLast(ITEM);
            int capacity = items.capacity();

            for (int i = 0; i < 5; i++) {
                items.removeFirst();
                assertThat(items.capacity()).isEqualTo(capacity);
                items.addLast(ITEM);
                assertThat(items.capacity()).isEqualTo(capacity);
            }
        }
    }
}
