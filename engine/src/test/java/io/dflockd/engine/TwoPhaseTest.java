package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** Enqueue and wait: 4.3 of PROTOCOL.md. Its table of states is in {@link TwoPhaseStatesTest}. */
final class TwoPhaseTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @Test
    @Pitfall({"TP-01", "LC-09"})
    void aGrantBetweenEnqueueAndWaitIsKeptAndWaitGivesTheFullLease() {
        Grant first = Grant.of(alice.ask("l", "k", "0"));
        assertThat(bob.ask("e", "k", "10")).isEqualTo("queued");
        engine.passSeconds(8);
        alice.send("r", "k", first.token());
        engine.passSeconds(9);

        Grant collected = Grant.of(bob.ask("w", "k", "0"));

        assertThat(collected.leaseSeconds()).isEqualTo(10);
        carol.send("l", "k", "60");
        engine.passMillis(9_999);
        assertThat(carol.hasNoAnswer()).isTrue();
        engine.passMillis(1);
        assertThat(carol.answer()).startsWith("ok ");
    }

    @Test
    void aGrantThatIsNotYetCollectedOccupiesTheSlot() {
        alice.send("l", "k", "0 5");
        bob.send("e", "k", "60");
        engine.passSeconds(5);

        assertThat(carol.ask("l", "k", "0")).isEqualTo("timeout");
        assertThat(engine.stats()).contains("\"owner_conn_id\":" + bob.session().id());
    }

    @Test
    @Pitfall({"TP-02", "LM-02"})
    void aGrantThatNobodyCollectsLapsesAndIsReportedOnce() {
        alice.send("l", "k", "0 5");
        bob.send("e", "k", "5");
        bob.answer();
        engine.passSeconds(10);
        engine.sweep();

        assertThat(bob.ask("e", "k", "5")).isEqualTo("error_already_enqueued");
        assertThat(bob.ask("w", "k", "9")).isEqualTo("error_lease_expired");
        assertThat(bob.ask("w", "k", "9")).isEqualTo("error_not_enqueued");
        assertThat(bob.ask("e", "k", "5")).startsWith("acquired ");
    }

    @Test
    @Pitfall("LM-02")
    void aGrantIsNeverToldAfterItsLease() {
        alice.send("l", "k", "0 5");
        bob.send("e", "k", "5");
        bob.answer();
        carol.send("l", "k", "60");
        engine.passSeconds(5);
        engine.stallSeconds(5);

        assertThat(bob.ask("w", "k", "9")).isEqualTo("error_lease_expired");
        assertThat(carol.answer()).startsWith("ok ");
    }

    /** The lease of a grant that comes late starts late. */
    @Test
    @Pitfall({"LM-02", "LC-09"})
    void aGrantAfterAStallHasItsWholeLeaseBeforeIt() {
        alice.send("l", "k", "0 5");
        bob.send("l", "k", "1000 5");
        carol.send("l", "k", "1000");
        engine.stallSeconds(100);
        engine.passTime();

        Grant late = Grant.of(bob.answer());

        engine.passMillis(4_999);
        assertThat(bob.ask("n", "k", late.token() + " 5")).isEqualTo("ok 5");
        assertThat(carol.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("TP-03")
    void theEndOfOneTokenLeavesTheEntryOfAnotherAlone() {
        Grant released = Grant.of(alice.ask("sl", "k", "0 3 60"));
        Grant lapsing = Grant.of(alice.ask("sl", "k", "0 3 5"));
        Grant entered = Grant.of(alice.ask("se", "k", "3 60"));

        alice.send("sr", "k", released.token());
        assertThat(alice.answer()).isEqualTo("ok");
        engine.passSeconds(5);
        assertThat(alice.ask("sn", "k", lapsing.token())).isEqualTo("error_lease_expired");

        assertThat(alice.ask("se", "k", "3")).isEqualTo("error_already_enqueued");
        assertThat(Grant.of(alice.ask("sw", "k", "0")).token()).isEqualTo(entered.token());
    }

    @Test
    @Pitfall("TP-04")
    void enqueueWorksRightAfterTheReleaseOfAnEnqueuedLock() {
        Grant told = Grant.of(alice.ask("e", "k", ""));

        assertThat(alice.ask("r", "k", told.token())).isEqualTo("ok");

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_not_enqueued");
        assertThat(alice.ask("e", "k", "")).startsWith("acquired ");
    }

    @Test
    @Pitfall("TP-04")
    void enqueueWorksRightAfterAnotherReleasedIt() {
        Grant told = Grant.of(alice.ask("e", "k", ""));

        assertThat(bob.ask("sr", "k", told.token())).isEqualTo("ok");

        assertThat(alice.ask("e", "k", "")).startsWith("acquired ");
    }

    @Test
    void aRefusedRenewalUsesTheEntryUp() {
        Grant told = Grant.of(alice.ask("e", "k", "5"));
        engine.passSeconds(5);

        assertThat(alice.ask("n", "k", told.token())).isEqualTo("error_lease_expired");

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_not_enqueued");
    }

    @Test
    @Pitfall("TP-05")
    void waitOnALapsedGrantSaysSoAndServesTheNext() {
        assertThat(alice.ask("e", "k", "5")).startsWith("acquired ");
        assertThat(bob.ask("e", "k", "")).isEqualTo("queued");
        engine.stallSeconds(5);

        assertThat(alice.ask("w", "k", "9")).isEqualTo("error_lease_expired");

        assertThat(bob.ask("w", "k", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("TP-05")
    void waitOnALapsedGrantThatNobodyNoticedYetEvictsIt() {
        assertThat(alice.ask("e", "k", "5")).startsWith("acquired ");
        engine.passSeconds(5);
        assertThat(engine.census().holders()).isEqualTo(1);

        assertThat(alice.ask("w", "k", "9")).isEqualTo("error_lease_expired");

        assertThat(engine.census().holders()).isZero();
    }

    @Test
    @Pitfall("TP-07")
    void aSecondWaitRunsAfterTheFirst() {
        alice.send("l", "k", "0 5");
        bob.send("e", "k", "");
        bob.answer();
        bob.send("w", "k", "60");
        bob.send("w", "k", "60");
        bob.send("ping", "_", "");

        assertThat(bob.hasNoAnswer()).isTrue();
        engine.passSeconds(5);

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(bob.answer()).isEqualTo("error_not_enqueued");
        assertThat(bob.answer()).isEqualTo("ok");
    }

    @Test
    @Pitfall("TP-07")
    void aSecondTaggedWaitDoesNotDisturbTheFirst() {
        alice.send("l", "k", "0 5");
        bob.send("tag", "_", "on");
        bob.answer();
        bob.send("1 e", "k", "");
        bob.answer();
        bob.send("2 w", "k", "60");

        assertThat(bob.ask("3 w", "k", "60")).isEqualTo("3 error_not_enqueued");
        assertThat(bob.ask("4 e", "k", "")).isEqualTo("4 error_already_enqueued");
        engine.passSeconds(5);

        assertThat(bob.answer()).startsWith("2 ok ");
    }

    @Test
    void theLeaseAskedForAtEnqueueIsTheOneOfWait() {
        Grant told = Grant.of(alice.ask("e", "k", "7"));
        alice.send("n", "k", told.token() + " 90");
        alice.answer();

        Grant collected = Grant.of(alice.ask("w", "k", "0"));

        assertThat(collected).isEqualTo(new Grant(told.token(), 7));
        engine.passSeconds(7);
        assertThat(bob.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    void entriesOfDifferentKeysAreIndependent() {
        assertThat(alice.ask("e", "one", "")).startsWith("acquired ");
        assertThat(alice.ask("e", "two", "")).startsWith("acquired ");
        assertThat(alice.ask("w", "two", "0")).startsWith("ok ");
        assertThat(alice.ask("e", "one", "")).isEqualTo("error_already_enqueued");
    }

    @Test
    void aRefusedEnqueueDoesNotForgetALapsedEntry() {
        assertThat(alice.ask("e", "k", "5")).startsWith("acquired ");
        engine.passSeconds(5);
        bob.send("rl", "k", "0");

        assertThat(alice.ask("e", "k", "")).isEqualTo("error_type_mismatch");

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_lease_expired");
    }

    @Test
    void aTokenThatWasCollectedIsNoEntryAnyMore() {
        assertThat(alice.ask("e", "k", "")).startsWith("acquired ");
        assertThat(alice.ask("w", "k", "0")).startsWith("ok ");

        assertThat(alice.ask("e", "k", "")).isEqualTo("queued");
        assertThat(alice.ask("w", "k", "0")).isEqualTo("timeout");
        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_not_enqueued");
    }

    @Test
    void aClientThatNeverCollectsItsLapsedEntriesIsRememberedOnlyForTheLatest() {
        TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxLocks(200_000)).unaudited();
        TestClient client = engine.client("client");
        int keys = 2 * SessionClaims.MOST_EVICTED_ENTRIES * Key.SHARDS;
        for (int i = 0; i < keys; i++) {
            client.ask("e", "key-" + i, "1");
        }

        engine.passSeconds(1);
        engine.sweep();

        int remembered = 0;
        for (int i = 0; i < keys; i++) {
            remembered += client.ask("w", "key-" + i, "0").equals("error_lease_expired") ? 1 : 0;
        }
        assertThat(remembered).isEqualTo(SessionClaims.MOST_EVICTED_ENTRIES * Key.SHARDS);
        assertThat(client.ask("w", "key-" + (keys - 1), "0")).isEqualTo("error_not_enqueued");
    }
}
