package io.dflockd.server;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Pitfall("TA-06")
final class WrongGuessesTest {
    private final InetAddress stranger = address("192.0.2.1");
    private final WrongGuesses wrongGuesses = new WrongGuesses();
    private long now = Long.MAX_VALUE - SECONDS.toNanos(10); // so that the clock wraps in the course of a test

    private long guess(InetAddress from) {
        return NANOSECONDS.toMillis(wrongGuesses.note(from, now));
    }

    private boolean isLookedAt(InetAddress from) {
        return !wrongGuesses.areTooMany(from, now);
    }

    /** As a client that waits for the answer before it tries again. */
    private List<Long> guessOneAfterTheOther(int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> {
                    long pauseNanos = wrongGuesses.note(stranger, now);
                    now += pauseNanos;
                    return NANOSECONDS.toMillis(pauseNanos);
                })
                .toList();
    }

    @Test
    void eachWrongGuessPausesLongerUpToABound() {
        assertThat(guessOneAfterTheOther(8)).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 3_200L, 3_200L);
    }

    @Test
    void manyGuessesAtATimeAreNoFasterThanAFew() {
        int lookedAt = 0;
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 1_000; i++) {
                if (isLookedAt(stranger)) {
                    guess(stranger);
                    lookedAt++;
                }
            }
            now += SECONDS.toNanos(1);
        }

        assertThat(lookedAt).isBetween(16 * 60 / 4, 16 * (1 + 60 / 3));
    }

    @Test
    void aFewWrongSecretsKeepNobodyOfTheirAddressOut() {
        for (int i = 0; i < WrongGuesses.AT_A_TIME - 1; i++) {
            guess(stranger);
        }

        assertThat(isLookedAt(stranger)).isTrue();
    }

    @Test
    void anAddressDoesNotPayForAnother() {
        for (int i = 0; i < 100; i++) {
            guess(stranger);
        }

        assertThat(isLookedAt(stranger)).isFalse();
        assertThat(isLookedAt(address("192.0.2.2"))).isTrue();
        assertThat(guess(address("192.0.2.2"))).isEqualTo(100);
    }

    @Test
    void aMinuteOfPeaceIsForgiveness() {
        guessOneAfterTheOther(20);

        now += SECONDS.toNanos(59);
        assertThat(guess(stranger)).isEqualTo(3_200);
        now += SECONDS.toNanos(64);
        assertThat(guess(stranger)).isEqualTo(100);
    }

    @Test
    void theAddressesOfOneNetworkOfVersionSixAreOne() {
        for (int i = 0; i < WrongGuesses.AT_A_TIME; i++) {
            guess(address("2001:db8:0:1::" + Integer.toHexString(i + 1)));
        }

        assertThat(isLookedAt(address("2001:db8:0:1:ffff::1"))).isFalse();
        assertThat(isLookedAt(address("2001:db8:0:2::1"))).isTrue();
    }

    @Test
    void moreAddressesThanAreRememberedPushOutTheQuietest() {
        InetAddress quiet = address("198.51.100.1");
        guess(quiet);
        guess(stranger);

        for (int i = 0; i < WrongGuesses.MAX_ADDRESSES; i++) {
            guess(address("10.0." + i / 256 + "." + i % 256));
            isLookedAt(stranger);
        }

        assertThat(guess(quiet)).as("forgotten").isEqualTo(100);
        assertThat(guess(stranger)).as("still known").isEqualTo(200);
    }

    @Test
    void whoNeverGuessedWrongIsLookedAtAtAnyTime() {
        assertThat(isLookedAt(stranger)).isTrue();
        now += HOURS.toNanos(1);
        assertThat(isLookedAt(stranger)).isTrue();
    }

    private static InetAddress address(String numbers) {
        try {
            return InetAddress.getByName(numbers);
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
