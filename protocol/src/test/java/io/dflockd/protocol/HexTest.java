package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HexTest {
    @Test
    void whatIsWrittenIsReadBackAndIsWhatTheJdkWrites() {
        Random random = new Random(1);
        byte[] bytes = new byte[18];
        for (int i = 0; i < 10_000; i++) {
            long value = i < 2 ? -i : random.nextLong();
            Hex.write(value, bytes, 1);

            assertThat(new String(bytes, 1, 16, StandardCharsets.US_ASCII)).isEqualTo(String.format("%016x", value));
            assertThat(Hex.isWellFormed(bytes, 1, 16)).isTrue();
            assertThat(Hex.read(bytes, 1)).isEqualTo(value);
        }
    }

    @Test
    void onlyDigitsAndTheFirstSixSmallLettersAreDigits() {
        for (int each = 0; each < 256; each++) {
            byte[] bytes = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
            bytes[9] = (byte) each;

            boolean expected = (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
            assertThat(Hex.isWellFormed(bytes, 0, 16)).as("byte %d", each).isEqualTo(expected);
        }
    }
}
