package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What patterns leave behind. What they match is the business of {@link PatternTest}. */
final class PatternIndexTest {
    private static final List<String> PATTERNS =
            List.of("a.*", "a.>", "a.*.c", "a.*.>", "*", "*.b", "*.*", "*.>", ">", ".*", "*.", "a.b.c.d.>");

    private final PatternIndex<List<String>> index = new PatternIndex<>(TreeMap::new);

    @Test
    void whatIsKeptForAPatternIsKeptOnce() {
        List<String> kept = index.at(Key.of("a.*"), ArrayList::new);
        kept.add("x");

        assertThat(index.at(Key.of("a.*"), ArrayList::new)).isSameAs(kept);
        assertThat(index.at(Key.of("a.>"), ArrayList::new)).isEmpty();
    }

    @Test
    void allPatternsAreTold() {
        PATTERNS.forEach(pattern -> index.at(Key.of(pattern), ArrayList::new));

        assertThat(patterns()).containsExactlyInAnyOrderElementsOf(PATTERNS);
    }

    private List<String> patterns() {
        List<String> all = new ArrayList<>();
        index.forEach((pattern, kept) -> all.add(pattern.toString()));
        return all;
    }

    @Test
    void aNameThatBeginsLikeNoPatternCannotMatch() {
        index.at(Key.of("a.*"), ArrayList::new);
        index.at(Key.of("a.>"), ArrayList::new);

        assertThat(index.mayMatch(Key.of("b.c"))).isFalse();
        assertThat(index.mayMatch(Key.of("ab"))).isFalse();
        assertThat(index.mayMatch(Key.of("a.b"))).isTrue();

        index.remove(Key.of("a.*"));
        assertThat(index.mayMatch(Key.of("a.b"))).isTrue();

        index.remove(Key.of("a.>"));
        assertThat(index.mayMatch(Key.of("a.b"))).isFalse();
    }

    @Test
    void whateverMatchesMayMatch() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            Key pattern = Key.of(PATTERNS.get(random.nextInt(PATTERNS.size())));
            if (random.nextBoolean()) {
                index.at(pattern, ArrayList::new);
            } else {
                index.remove(pattern);
            }
            for (String name : List.of("a", "a.b", "b.b", "", ".", ".x", "b.", "a.b.c.d.e", "*.b")) {
                List<List<String>> matching = new ArrayList<>();
                index.match(Key.of(name), matching::add);
                assertThat(matching.isEmpty() || index.mayMatch(Key.of(name)))
                        .as("%s among %s", name, patterns())
                        .isTrue();
            }
        }
    }

    /** Also the nodes on the way to a pattern that is gone: they would pile up where patterns are many and short-lived. */
    @Test
    @Pitfall("SW-09")
    void nothingIsLeftOfPatternsThatHaveGone() {
        Random random = new Random(3);
        Set<String> present = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String pattern = PATTERNS.get(random.nextInt(PATTERNS.size()));
            if (random.nextBoolean()) {
                index.at(Key.of(pattern), ArrayList::new);
                present.add(pattern);
            } else {
                index.remove(Key.of(pattern));
                present.remove(pattern);
            }
            assertThat(index.isEmpty()).isEqualTo(present.isEmpty());
        }

        PATTERNS.forEach(pattern -> index.remove(Key.of(pattern)));

        assertThat(index.isEmpty()).isTrue();
    }

    @Test
    void takingAwayAPatternLeavesThoseBeforeAndBehindIt() {
        for (String pattern : List.of("a.*", "a.*.c", "a.*.c.>")) {
            index.at(Key.of(pattern), ArrayList::new).add(pattern);
        }

        index.remove(Key.of("a.*.c"));

        assertThat(patterns()).containsExactlyInAnyOrder("a.*", "a.*.c.>");
        List<String> matching = new ArrayList<>();
        index.match(Key.of("a.b.c.d"), matching::addAll);
        assertThat(matching).containsExactly("a.*.c.>");
    }
}
