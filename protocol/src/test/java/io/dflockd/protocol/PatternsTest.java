package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PatternsTest {
    @ParameterizedTest
    @CsvSource({
        "a, true",
        "a.b, true",
        "'.', true",
        "*, true",
        ">, true",
        "a.*, true",
        "*.a, true",
        "a.*.>, true",
        "*., true",
        "a*, false",
        "a.b*, false",
        "**, false",
        "a>, false",
        "a.b>, false",
        ">.a, false",
        "a.>.b, false",
        ">., false",
        ">.>, false"
    })
    void tellsPatternsFromNamesWithAWildcardOutOfPlace(String name, boolean expected) {
        assertThat(Patterns.isPattern(Key.of(name))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"a, a.b, true", "a., a.*, true", "'.', .b, true", "a, ab, false", "a.b, b.a, false"})
    void namesWithTheSameFirstPartHaveTheSameHashOfIt(String one, String other, boolean expected) {
        long hash = Patterns.hashOfFirstPart(Key.of(one));

        assertThat(hash == Patterns.hashOfFirstPart(Key.of(other))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"a, false", "a.b, false", "*, true", "a.>, true", "a*b, true", ">x, true"})
    void tellsWhetherThereIsAWildcardInOrOutOfPlace(String name, boolean expected) {
        assertThat(Patterns.hasWildcard(Key.of(name))).isEqualTo(expected);
        assertThat(Patterns.hasWildcard(name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a.b, a.b, true",
        "a.b, a.c, false",
        "a.b, a.b.c, false",
        "a.b.c, a.b, false",
        "*, a, true",
        "*, a.b, false",
        "a.*, a.b, true",
        "a.*, a., true",
        "a.*, a, false",
        "a.*.c, a.b.c, true",
        "a.*.c, a.b.d, false",
        ">, a, true",
        ">, a.b.c, true",
        "a.>, a, false",
        "a.>, a.b, true",
        "a.>, a.b.c, true",
        "a.>, b.b, false",
        "a.*, a.*, true",
        "a.b, a.*, false",
        "*.>, a, false",
        "*.>, a.b.c, true"
    })
    void tellsWhetherAPatternMeansAName(String pattern, String name, boolean expected) {
        assertThat(Patterns.matches(Key.of(pattern), Key.of(name))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a.b, a.b, true",
        "a.b, a.c, false",
        "a.*, *.b, true",
        "a.*, b.*, false",
        "a.*, a.*.c, false",
        "a.>, a.*.c, true",
        "a.>, a, false",
        ">, a, true",
        ">, *.b, true",
        "a.>, b.>, false",
        "*.b.>, a.*, false",
        "*.b.>, a.*.c, true"
    })
    void tellsWhetherTwoPatternsCanMeanTheSameName(String one, String other, boolean expected) {
        assertThat(Patterns.overlap(Key.of(one), Key.of(other))).isEqualTo(expected);
        assertThat(Patterns.overlap(Key.of(other), Key.of(one))).isEqualTo(expected);
    }
}
