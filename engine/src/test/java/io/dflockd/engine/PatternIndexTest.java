package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What patterns leave behind. What they match is the business of {@link PatternTest}. */
final class PatternIndexTest {
    private static final List<String> PATTERNS =
            List.of("a", "a.b", "a.*", "a.>", "a.*.c", "a.*.>", "*", "*.b", "*.*", "*.>", ">", ".", "*.", "a.b.c.d.>");

    private final PatternIndex<List<String>> index = new PatternIndex<>();

    @Test
    void whatIsKeptForAPatternIsKeptOnce() {
        List<String> kept = index.at(Key.of("a.*"), ArrayList::new);
        kept.add("x");

        assertThat(index.at(Key.of("a.*"), ArrayList::new)).isSameAs(kept);
        assertThat(index.at(Key.of("a.>"), ArrayList::new)).isEmpty();
    }

    @Test
    void allPatternsAreToldInOrder() {
        PATTERNS.forEach(pattern -> index.at(Key.of(pattern), ArrayList::new));

        assertThat(index.inOrder().keySet())
                .extracting(Key::toString)
                .containsExactlyElementsOf(PATTERNS.stream().sorted().toList());
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

        assertThat(index.inOrder().keySet()).extracting(Key::toString).containsExactly("a.*", "a.*.c.>");
        List<String> matching = new ArrayList<>();
        index.match(Key.of("a.b.c.d"), matching::addAll);
        assertThat(matching).containsExactly("a.*.c.>");
    }
}
