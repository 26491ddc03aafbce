package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyHashTest {
    private static final int MOST_BYTES = 64;

    private static byte[] countingBytes() {
        byte[] bytes = new byte[MOST_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    /** The secret and the inputs 0, 1, 2 … of its authors' reference, of which the values are too. */
    @ParameterizedTest
    @CsvSource({
        "0, abac0158050fc4dc",
        "1, c9f49bf37d57ca93",
        "7, d3927d989bb11140",
        "8, 369095118d299a8e",
        "15, d320d86d2a519956",
        "63, 9d199062b7bbb3a8"
    })
    void itIsSipHash13(int length, String expected) {
        KeyHash hash = new KeyHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

        assertThat(hash.of(countingBytes(), 0, length)).isEqualTo(Long.parseUnsignedLong(expected, 16));
    }

    /** What every Python since 3.11 says to {@code hash(b"invoices")} with PYTHONHASHSEED=0. */
    @Test
    void itIsTheSameForEveryKeyOfTheSameBytes() {
        KeyHash hash = new KeyHash(0, 0);
        Key part = Key.of("open.invoices").split('.').get(1);

        assertThat(Key.of("invoices").hashWith(hash)).isEqualTo(0xfbed7b2f2ea65efcL);
        assertThat(part.hashWith(hash)).isEqualTo(0xfbed7b2f2ea65efcL);
    }

    @Test
    void bytesAroundAKeyDoNotMatter() {
        KeyHash hash = new KeyHash(7, 11);
        byte[] bytes = countingBytes();
        for (int length = 0; length <= 32; length++) {
            byte[] alone = Arrays.copyOfRange(bytes, 5, 5 + length);

            assertThat(hash.of(bytes, 5, length)).isEqualTo(hash.of(alone, 0, length));
        }
    }

    @Test
    void anotherSecretGivesAnotherHash() {
        Key key = Key.of("k");

        assertThat(key.hashWith(new KeyHash(1, 2))).isNotEqualTo(key.hashWith(new KeyHash(1, 3)));
        assertThat(key.hashWith(new KeyHash(1, 2))).isNotEqualTo(key.hashWith(new KeyHash(2, 2)));
    }
}
