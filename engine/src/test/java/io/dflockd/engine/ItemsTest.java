package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.dflockd.testkit.Pitfall;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A list has room for what is in it, and not for what was; what was read of it stays as it was. */
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
    void aShortQueueNeedsLittleRoomWhateverGoesThroughIt() {
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
    void theRoomGrowsAndShrinksWithTheItems() {
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
    void theRoomChangesByABlockAtMostAroundAnyLength() {
        for (int size = 10; size < 2_000; size++) {
            add(size - items.size());
            items.addLast(ITEM);
            int capacity = items.capacity();

            for (int i = 0; i < 5; i++) {
                items.removeFirst();
                assertThat(items.capacity()).isBetween(capacity - Block.MOST, capacity + Block.MOST);
                items.addLast(ITEM);
                assertThat(items.capacity()).isBetween(capacity - Block.MOST, capacity + Block.MOST);
            }
        }
    }

    @Test
    void aRangeStaysAsItWasWhateverBecomesOfTheList() {
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            items.addLast(number(i));
            expected.add(i);
        }
        List<byte[]> all = items.range(0, 1_999);
        List<byte[]> some = items.range(300, 1_700);

        for (int i = 0; i < 900; i++) {
            items.removeFirst();
            items.removeLast();
            items.addFirst(number(-1));
        }
        while (!items.isEmpty()) {
            items.removeLast();
        }

        assertThat(numbers(all)).isEqualTo(expected);
        assertThat(numbers(some)).isEqualTo(expected.subList(300, 1_701));
    }

    @Test
    void everyRangeIsTheOneThatASimpleListHas() {
        Random random = new Random(1);
        List<Integer> model = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            change(model, random.nextInt(100) < (i / 2_000 % 2 == 0 ? 70 : 30), random.nextBoolean(), i);
            if (i % 50 == 0 && !model.isEmpty()) {
                int from = random.nextInt(model.size());
                int to = from + random.nextInt(model.size() - from);
                assertThat(numbers(items.range(from, to))).isEqualTo(model.subList(from, to + 1));
            }
        }
    }

    private void change(List<Integer> model, boolean grows, boolean atFirst, int value) {
        if (grows && atFirst) {
            items.addFirst(number(value));
            model.add(0, value);
        } else if (grows) {
            items.addLast(number(value));
            model.add(value);
        } else if (!model.isEmpty()) {
            byte[] removed = atFirst ? items.removeFirst() : items.removeLast();
            assertThat(number(removed)).isEqualTo(model.remove(atFirst ? 0 : model.size() - 1));
        }
    }

    /** Whoever asks for all of a long list copies the list of its blocks, and none of its items. */
    @Test
    @Pitfall("SL-10")
    void aLongRangeCostsNextToNothing() {
        add(1_000_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        items.range(0, 999_999);

        long before = threads.getCurrentThreadAllocatedBytes();
        List<byte[]> range = items.range(0, 999_999);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(range).hasSize(1_000_000);
        assertThat(bytes).isLessThan(200_000);
    }

    private static byte[] number(int value) {
        return Integer.toString(value).getBytes(StandardCharsets.US_ASCII);
    }

    private static int number(byte[] item) {
        return Integer.parseInt(new String(item, StandardCharsets.US_ASCII));
    }

    private static List<Integer> numbers(List<byte[]> items) {
        return items.stream().map(ItemsTest::number).toList();
    }
}
