package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases and the time they take: 4.4 of PROTOCOL.md. */
final class LeaseTest {
    private static final long MOST_SECONDS = 9_223_372_036L;

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @Test
    void endsAtItsInstantAndNotBefore() {
        alice.send("l", "k", "0 5");
        bob.send("l", "k", "60");

        engine.passNanos(4_999_999_999L);

        assertThat(bob.hasNoAnswer()).isTrue();
        engine.passNanos(1);
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    void aLapsedHolderStaysInPlaceUntilTheSweepWhenNobodyWaits() {
        alice.send("l", "k", "0 5");

        engine.passSeconds(100);

        assertThat(engine.census().holders()).isEqualTo(1);
        assertThat(engine.stats()).contains("\"lease_expires_in_s\":0.000");
        engine.sweep();
        assertThat(engine.census().holders()).isZero();
    }

    @Test
    void releasingALapsedLeaseThatIsStillInPlaceSucceeds() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 5"));
        engine.passSeconds(100);

        assertThat(alice.ask("r", "k", grant.token())).isEqualTo("ok");
    }

    @Test
    void aNewcomerReplacesALapsedHolderAtOnce() {
        alice.send("l", "k", "0 5");
        engine.passSeconds(5);

        assertThat(bob.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("LC-05")
    void renewingALapsedLeaseSaysSoOnceAndEndsIt() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 5"));
        engine.passSeconds(5);

        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("error_lease_expired");

        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("error");
        assertThat(engine.census().holders()).isZero();
    }

    @Test
    @Pitfall("LC-05")
    void renewingALeaseThatJustWentToTheNextDoesNotBringItBack() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 5"));
        bob.send("l", "k", "60");
        engine.stallSeconds(5);

        String answer = alice.ask("n", "k", grant.token());

        assertThat(answer).startsWith("error");
        Grant next = Grant.of(bob.answer());
        assertThat(bob.ask("n", "k", next.token())).isEqualTo("ok 33");
    }

    @Test
    @Pitfall("LC-05")
    void renewingOneLapsedLeaseLeavesOtherLapsedOnesToTheirOwn() {
        Grant one = Grant.of(alice.ask("sl", "k", "0 3 5"));
        Grant other = Grant.of(alice.ask("sl", "k", "0 3 5"));
        engine.passSeconds(5);

        assertThat(alice.ask("sn", "k", one.token())).isEqualTo("error_lease_expired");
        assertThat(alice.ask("sn", "k", other.token())).isEqualTo("error_lease_expired");
    }

    @Test
    void renewingStartsTheLeaseAfresh() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 10"));
        bob.send("l", "k", "1000");
        for (int i = 0; i < 20; i++) {
            engine.passSeconds(9);

            assertThat(alice.ask("n", "k", grant.token() + " 10")).isEqualTo("ok 10");
        }

        engine.passSeconds(10);

        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("LC-08")
    void renewingWithoutALeaseTakesTheDefaultOfTheServer() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 300"));

        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("ok 33");

        bob.send("l", "k", "60");
        engine.passSeconds(33);
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("LC-09")
    void theLeaseOfAWaiterCountsFromItsGrant() {
        alice.send("l", "k", "0 20");
        bob.send("l", "k", "60 10");
        carol.send("l", "k", "60");
        engine.passSeconds(20);
        assertThat(bob.answer()).startsWith("ok ");

        engine.passMillis(9_999);

        assertThat(carol.hasNoAnswer()).isTrue();
        engine.passMillis(1);
        assertThat(carol.answer()).startsWith("ok ");
    }

    @ParameterizedTest
    @CsvSource({"l, 0 9223372036", "l, 9223372036", "sl, 0 1 9223372036", "sl, 9223372036 1", "wl, 0 9223372036"})
    @Pitfall("LC-06")
    void theLargestNumberOfSecondsIsAcceptedForLeaseAndTimeout(String command, String argument) {
        String answer = alice.ask(command, "k", argument);

        assertThat(answer).startsWith("ok ");
        assertThat(Grant.of(answer).leaseSeconds()).isIn(33L, MOST_SECONDS);
    }

    @Test
    @Pitfall("LC-06")
    void theLargestLeaseAndTheLargestTimeoutDoNotEndEarly() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 " + MOST_SECONDS));
        bob.send("l", "k", "" + MOST_SECONDS);

        engine.passSeconds(8_000_000_000L);

        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(alice.ask("n", "k", grant.token() + " " + MOST_SECONDS)).isEqualTo("ok " + MOST_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372037", "9223372036854775807", "9223372036854775808", "-1"})
    @Pitfall("LC-06")
    void oneSecondMoreThanTheLargestIsRefused(String seconds) {
        Grant grant = Grant.of(bob.ask("l", "held", "0"));

        assertThat(alice.ask("l", "k", seconds)).isEqualTo("error");
        assertThat(alice.ask("l", "k", "0 " + seconds)).isEqualTo("error");
        assertThat(alice.ask("e", "k", seconds)).isEqualTo("error");
        assertThat(alice.ask("w", "k", seconds)).isEqualTo("error");
        assertThat(bob.ask("n", "held", grant.token() + " " + seconds)).isEqualTo("error");
    }

    @Test
    @Pitfall({"LC-06", "LC-07"})
    void leasesHoldAtTheFarEndOfTheClock() {
        engine.passNanos(Long.MAX_VALUE - engine.nowNanos() - 20_000_000_000L);
        alice.send("l", "brief", "0 5");
        bob.send("l", "brief", "60");
        Grant endless = Grant.of(carol.ask("l", "endless", "0 30"));
        TestClient waiter = engine.client("waiter");
        waiter.send("l", "endless", "" + MOST_SECONDS);

        engine.passSeconds(5);
        assertThat(bob.answer()).startsWith("ok ");
        engine.passSeconds(14);

        assertThat(waiter.hasNoAnswer()).isTrue();
        assertThat(carol.ask("n", "endless", endless.token())).isEqualTo("ok 33");
    }

    @Test
    void aDefaultLeaseIsWhatTheSettingsSay() {
        TestEngine patient = new TestEngine(Settings.DEFAULT.withDefaultLeaseSeconds(MOST_SECONDS));

        assertThat(patient.client("anyone").ask("l", "k", "0")).endsWith(" " + MOST_SECONDS);
    }

    @Test
    @Pitfall("LC-11")
    void whatExpiresAmongAMillionLeasesIsOnlyWhatIsDue() {
        TestEngine crowded = new TestEngine(Settings.DEFAULT.withMaxLocks(1_000)).unaudited();
        TestClient holder = crowded.client("holder");
        for (int i = 0; i < 1_000_000; i++) {
            boolean brief = i % 100_003 == 0; // ten of them, each of another key
            holder.send("sl", "k" + i % 1_000, "0 1000 " + (brief ? 5 : 1_000));
            holder.answer();
        }
        TestClient waiter = crowded.client("waiter");
        waiter.send("sl", "k0", "60 1000 100");

        crowded.passSeconds(5);

        assertThat(waiter.answer()).startsWith("ok ");
        assertThat(crowded.census().lapsed()).isEqualTo(9);
        assertThat(crowded.census().deadlines()).isEqualTo(1_000_000 - 9);
        crowded.sweep();
        assertThat(crowded.census().lapsed()).isZero();
        assertThat(crowded.census().holders()).isEqualTo(1_000_000 - 9);
    }
}
