package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChainTest {
    private static final class Member extends Link<Member> {}

    @Test
    void isEmptyAtFirst() {
        Chain<Member> chain = new Chain<>();

        assertThat(chain.isEmpty()).isTrue();
        assertThat(chain.firstOrNull()).isNull();
        assertThat(chain.toList()).isEmpty();
    }

    @Test
    void keepsTheOrderOfArrivalWhoeverLeaves() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Chain<Member> chain = new Chain<>();
            List<Member> expected = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                if (expected.isEmpty() || random.nextInt(5) < 3) {
                    Member member = new Member();
                    chain.addLast(member);
                    expected.add(member);
                } else {
                    chain.remove(expected.remove(random.nextInt(expected.size())));
                }

                assertThat(chain.toList()).as("seed %d", seed).isEqualTo(expected);
                assertThat(chain.size()).isEqualTo(expected.size());
                assertThat(chain.isEmpty()).isEqualTo(expected.isEmpty());
                assertThat(chain.firstOrNull()).isEqualTo(expected.isEmpty() ? null : expected.get(0));
            }
        }
    }

    @Test
    void aMemberThatLeftKeepsNobodyInMemoryAndMayComeBack() {
        Chain<Member> chain = new Chain<>();
        Member one = new Member();
        Member two = new Member();
        Member three = new Member();
        List.of(one, two, three).forEach(chain::addLast);

        chain.remove(two);

        assertThat(two.previous).isNull();
        assertThat(two.next).isNull();
        chain.addLast(two);
        assertThat(chain.toList()).containsExactly(one, three, two);
    }
}
