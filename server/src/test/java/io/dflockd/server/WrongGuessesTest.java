package io.dflockd.server;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.server.WrongGuesses.Look;
import io.dflockd.testkit.Pitfall;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Pitfall("TA-06")
final class WrongGuessesTest {
    private final InetAddress stranger = address("192.0.2.1");
    private final WrongGuesses wrongGuesses = new WrongGuesses();
    private long now = Long.MAX_VALUE - SECONDS.toNanos(10); // so that the clock wraps in the course of a test

    private final Deque<Runnable> pauses = new ArrayDeque<>();
    private final List<String> lookedAt = new ArrayList<>();

    /** A wrong secret, whose pause ends when its turn in {@link #pauses} comes. */
    private Look guess(InetAddress from) {
        WrongGuesses.Guesser guesser = wrongGuesses.at(from);
        Look look = guesser.takePlace(() -> pause(guesser));
        if (look == Look.NOW) {
            pause(guesser);
        }
        return look;
    }

    private void pause(WrongGuesses.Guesser guesser) {
        lookedAt.add("guess");
        guesser.noteWrong(now);
        pauses.add(guesser::leavePlace);
    }

    private Look offerTheRightOne(InetAddress from) {
        WrongGuesses.Guesser guesser = wrongGuesses.at(from);
        Look look = guesser.takePlace(() -> letIn(guesser));
        if (look == Look.NOW) {
            letIn(guesser);
        }
        return look;
    }

    private void letIn(WrongGuesses.Guesser guesser) {
        lookedAt.add("secret");
        guesser.leavePlace();
    }

    private void guessManyTimes(int times) {
        for (int i = 0; i < times; i++) {
            guess(stranger);
        }
    }

    private long nextPauseMillis(InetAddress from) {
        return NANOSECONDS.toMillis(wrongGuesses.at(from).noteWrong(now));
    }

    /** As a client that waits for the answer before it tries again. */
    private List<Long> guessOneAfterTheOther(int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> {
                    long pauseNanos = wrongGuesses.at(stranger).noteWrong(now);
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
        guessManyTimes(1_000);
        assertThat(lookedAt).hasSize(WrongGuesses.AT_A_TIME);

        pauses.remove().run();
        assertThat(lookedAt).as("one more for each that is over").hasSize(WrongGuesses.AT_A_TIME + 1);
    }

    @Test
    void aFewWrongSecretsHoldUpNobodyOfTheirAddress() {
        guessManyTimes(WrongGuesses.AT_A_TIME - 1);

        for (int i = 0; i < 1_000; i++) {
            assertThat(offerTheRightOne(stranger)).isEqualTo(Look.NOW);
        }
    }

    @Test
    void theRightSecretHasItsTurnBeforeGuessesThatCameLater() {
        guessManyTimes(WrongGuesses.AT_A_TIME + 2);
        assertThat(offerTheRightOne(stranger)).isEqualTo(Look.LATER);
        guessManyTimes(10);
        lookedAt.clear();

        for (int i = 0; i < 3; i++) {
            pauses.remove().run();
        }

        assertThat(lookedAt).as("the right one pauses nobody").containsExactly("guess", "guess", "secret", "guess");
    }

    @Test
    void onlySoManyWait() {
        guessManyTimes(WrongGuesses.AT_A_TIME + WrongGuesses.MAX_WAITING);
        assertThat(guess(stranger)).isEqualTo(Look.NEVER);

        pauses.remove().run();
        assertThat(guess(stranger)).isEqualTo(Look.LATER);
    }

    @Test
    void whenAllPausesAreOverEveryPlaceIsFree() {
        guessManyTimes(WrongGuesses.AT_A_TIME + WrongGuesses.MAX_WAITING);
        while (!pauses.isEmpty()) {
            pauses.remove().run();
        }
        lookedAt.clear();

        guessManyTimes(100);

        assertThat(lookedAt).hasSize(WrongGuesses.AT_A_TIME);
    }

    @Test
    void anAddressDoesNotPayForAnother() {
        guessManyTimes(100);

        assertThat(offerTheRightOne(stranger)).isEqualTo(Look.NEVER);
        assertThat(offerTheRightOne(address("192.0.2.2"))).isEqualTo(Look.NOW);
        assertThat(nextPauseMillis(address("192.0.2.2"))).isEqualTo(100);
    }

    @Test
    void aMinuteOfPeaceIsForgiveness() {
        guessOneAfterTheOther(20);

        now += SECONDS.toNanos(59);
        assertThat(nextPauseMillis(stranger)).isEqualTo(3_200);
        now += SECONDS.toNanos(64);
        assertThat(nextPauseMillis(stranger)).isEqualTo(100);
    }

    @Test
    void theAddressesOfOneNetworkOfVersionSixAreOne() {
        for (int i = 0; i < WrongGuesses.AT_A_TIME; i++) {
            guess(address("2001:db8:0:1::" + Integer.toHexString(i + 1)));
        }

        assertThat(offerTheRightOne(address("2001:db8:0:1:ffff::1"))).isEqualTo(Look.LATER);
        assertThat(offerTheRightOne(address("2001:db8:0:2::1"))).isEqualTo(Look.NOW);
    }

    @Test
    void moreAddressesThanAreRememberedPushOutTheQuietest() {
        InetAddress quiet = address("198.51.100.1");
        nextPauseMillis(quiet);
        nextPauseMillis(stranger);

        for (int i = 0; i < WrongGuesses.MAX_ADDRESSES; i++) {
            nextPauseMillis(address("10.0." + i / 256 + "." + i % 256));
            offerTheRightOne(stranger);
        }

        assertThat(nextPauseMillis(quiet)).as("forgotten").isEqualTo(100);
        assertThat(nextPauseMillis(stranger)).as("still known").isEqualTo(200);
    }

    @Test
    void whoKnowsTheSecretPushesNobodyOut() {
        nextPauseMillis(stranger);

        for (int i = 0; i < 2 * WrongGuesses.MAX_ADDRESSES; i++) {
            offerTheRightOne(address("10.0." + i / 256 + "." + i % 256));
        }

        assertThat(nextPauseMillis(stranger)).as("still known").isEqualTo(200);
    }

    private static InetAddress address(String numbers) {
        try {
            return InetAddress.getByName(numbers);
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
