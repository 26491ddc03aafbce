package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyTest {
    /** Published values of 64-bit FNV-1a. */
    @ParameterizedTest
    @CsvSource({
        "'', cbf29ce484222325",
        "a, af63dc4c8601ec8c",
        "b, af63df4c8601f1a5",
        "foobar, 85944171f73967e8",
    })
    void spreadsByFnv1a(String name, String hex) {
        long hash = Long.parseUnsignedLong(hex, 16);
        Key key = Key.of(name);

        assertThat(key.shard()).isEqualTo((int) (hash & 63));
        assertThat(key.hashCode()).isEqualTo((int) (hash >>> 6) ^ (int) (hash >>> 38));
    }

    @Test
    void hashesBytesAsUnsigned() {
        assertThat(Key.of(new byte[] {(byte) 0xff}).shard()).isEqualTo(0xaf64724c8602eb6eL & 63);
    }

    @Test
    void usesEveryShard() {
        long shards = IntStream.range(0, 10_000)
                .map(i -> Key.of("key-" + i).shard())
                .distinct()
                .count();

        assertThat(shards).isEqualTo(Key.SHARDS);
    }

    @Test
    void isEqualByItsBytes() {
        assertThat(Key.of("résumé")).isEqualTo(Key.of("résumé".getBytes(StandardCharsets.UTF_8)));
        assertThat(Key.of("résumé")).hasSameHashCodeAs(Key.of("résumé".getBytes(StandardCharsets.UTF_8)));
        assertThat(Key.of("a")).isNotEqualTo(Key.of("b"));
        assertThat(Key.of("a")).isNotEqualTo(Key.of("a "));
        assertThat(Key.of("a")).isNotEqualTo("a");
    }

    @Test
    void aCopyOutlivesTheMemoryItWasReadFrom() {
        byte[] memory = "..key..".getBytes(StandardCharsets.US_ASCII);
        Key view = Key.view();
        view.look(memory, 2, 5);
        Key copy = view.copy();
        assertThat(view).isEqualTo(copy).hasSameHashCodeAs(copy);

        memory[2] = '#';

        assertThat(copy).hasToString("key").isEqualTo(Key.of("key"));
        assertThat(copy.toBytes()).asString().isEqualTo("key");
    }

    @Test
    void givesItsBytesAwayAsACopy() {
        byte[] name = {'k'};
        Key key = Key.of(name);

        name[0] = '#';
        key.toBytes()[0] = '#';

        assertThat(key).hasToString("k");
    }

    @Test
    void sortsByUnsignedBytes() {
        assertThat(Key.of("a")).isLessThan(Key.of("b")).isLessThan(Key.of("aa")).isGreaterThan(Key.of(""));
        assertThat(Key.of("é")).isGreaterThan(Key.of("z"));
        assertThat(Key.of("a")).isEqualByComparingTo(Key.of("a"));
    }
}
