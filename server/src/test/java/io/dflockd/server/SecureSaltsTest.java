package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SecureSaltsTest {
    private static final int MANY = 4_000_000;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** Among this many random 64-bit numbers two are equal once in two million runs; a weak source repeats itself. */
    @Test
    @Pitfall("JV-04")
    void neverGivesTheSameTwice() {
        long[] drawn = draw(new SecureSalts(), MANY);

        Arrays.sort(drawn);

        for (int i = 1; i < drawn.length; i++) {
            assertThat(drawn[i] == drawn[i - 1]).isFalse();
        }
    }

    @Test
    @Pitfall("JV-04")
    void setsEveryBitHalfOfTheTime() {
        long[] drawn = draw(new SecureSalts(), 100_000);

        for (int bit = 0; bit < Long.SIZE; bit++) {
            int position = bit;
            long set = Arrays.stream(drawn)
                    .filter(salt -> (salt >>> position & 1) == 1)
                    .count();
            assertThat(set).as("bit %d", bit).isCloseTo(50_000, within(1_000L)); // more than six deviations
        }
    }

    @Test
    @Pitfall("JV-04")
    void differsFromSourceToSource() {
        assertThat(new SecureSalts().next()).isNotEqualTo(new SecureSalts().next());
    }

    /** PROTOCOL.md, section 3: 64 bits of fence, so that tokens sort by grant, and 64 bits of secret. */
    @Test
    @Pitfall("JV-04")
    void fillsTheSecondHalfOfEveryToken() {
        servers.start();
        WireClient alice = servers.client();
        alice.ask("fence", "_", "on");

        String[] first = alice.ask("l", "one", "0").split(" ", -1);
        String[] second = alice.ask("l", "two", "0").split(" ", -1);

        assertThat(first[1]).matches("[0-9a-f]{32}").isLessThan(second[1]);
        assertThat(Long.parseUnsignedLong(first[1].substring(0, 16), 16)).isEqualTo(Long.parseUnsignedLong(first[3]));
        assertThat(first[1].substring(16)).isNotEqualTo(second[1].substring(16));
    }

    private static long[] draw(SecureSalts salts, int count) {
        long[] drawn = new long[count];
        Arrays.setAll(drawn, i -> salts.next());
        return drawn;
    }
}
