package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.parse;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parts of a key, as patterns see them. */
final class KeyPartsTest {
    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a.b, a|b",
        "a.bc.def, a|bc|def",
        "'.', '|'",
        "a., 'a|'",
        ".a, '|a'",
        "'...', '|||'",
        "a..b, a||b",
        "é.鍵, é|鍵",
        "*.>, *|>",
    })
    void areWhatStandsBeforeBetweenAndAfterTheDots(String name, String parts) {
        assertThat(Key.of(name).split('.'))
                .containsExactly(
                        Arrays.stream(parts.split("\\|", -1)).map(Key::of).toArray(Key[]::new));
    }

    @Test
    void areKeysLikeAnyOther() {
        Key part = Key.of("xx.a.yy").split('.').get(1);

        assertThat(part).isEqualTo(Key.of("a")).hasSameHashCodeAs(Key.of("a")).hasToString("a");
        assertThat(part.shard()).isEqualTo(Key.of("a").shard());
        assertThat(part.compareTo(Key.of("a"))).isZero();
        assertThat(part.copy().toBytes()).isEqualTo(Frames.bytes("a"));
    }

    @Test
    void areFoundInAKeyThatIsAViewOfItsFrame() throws ProtocolException {
        Key view = parse("watch", "a.*", ".>.").key();

        assertThat(view.split('.')).containsExactly(Key.of("a"), Key.of("*"));
        assertThat(view.contains('*')).isTrue();
        assertThat(view.contains('>')).as("only behind the key").isFalse();
    }

    @ParameterizedTest
    @CsvSource({"a, *, false", "*, *, true", "ab*, *, true", "*ab, *, true", "a>b, >, true", "a>b, *, false"})
    void tellWhetherACharacterIsAmongThem(String name, char character, boolean contained) {
        assertThat(Key.of(name).contains(character)).isEqualTo(contained);
    }
}
