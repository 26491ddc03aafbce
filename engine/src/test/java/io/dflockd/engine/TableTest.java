package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TableTest {
    private static final class Member extends Keyed<Member> {
        Member(Key key) {
            super(key);
        }
    }

    private final Table<Member> table = new Table<>(new KeyHash(1, 2));

    @Test
    void aMemberTakesThePlaceOfAnotherWithItsKey() {
        Member first = new Member(Key.of("k"));
        Member second = new Member(Key.of("k"));

        table.put(first);
        table.put(second);

        assertThat(table.get(Key.of("k"))).isSameAs(second);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void takingOutWhatIsNotInIsOurBug() {
        table.put(new Member(Key.of("in")));

        assertThatThrownBy(() -> table.remove(new Member(Key.of("out")))).isInstanceOf(IllegalStateException.class);

        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void itHoldsWhatAMapHoldsThroughGrowthAndShrinking() {
        Random random = new Random(7);
        Map<Key, Member> map = new HashMap<>();
        for (int i = 0; i < 40_000; i++) {
            boolean grows = i / 10_000 % 2 == 0;
            Key key = Key.of("key" + random.nextInt(3_000));
            if (random.nextInt(10) < (grows ? 8 : 2)) {
                Member member = new Member(key);
                table.put(member);
                map.put(key, member);
            } else if (map.containsKey(key)) {
                table.remove(map.remove(key));
            }
            assertThat(table.get(key)).isSameAs(map.get(key));
            assertThat(table.size()).isEqualTo(map.size());
        }
        assertThat(table.toList()).containsExactlyInAnyOrderElementsOf(map.values());

        map.values().forEach(table::remove);

        assertThat(table.size()).isZero();
        assertThat(table.toList()).isEmpty();
    }
}
