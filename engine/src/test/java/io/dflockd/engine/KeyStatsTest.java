package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stats of one key: 2.15 of PROTOCOL.md. */
final class KeyStatsTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient curious = engine.client("curious");

    private String ask(String key) {
        return curious.ask("stats", key, "key");
    }

    private static String free(String key, String kind) {
        return "ok {\"key\":\"" + key + "\",\"kind\":" + kind + ",\"waiters\":0,\"holder_count\":0,\"holders\":[]}";
    }

    @Test
    void saysWhoHoldsALockSinceWhenAndForHowLongAndHowManyWait() {
        alice.send("l", "orders", "0 33");
        bob.send("l", "orders", "60");
        engine.client("another").send("e", "orders", "");

        engine.passMillis(4_203);

        assertThat(ask("orders"))
                .isEqualTo("ok {\"key\":\"orders\",\"kind\":\"lock\",\"limit\":1,\"waiters\":2,\"holder_count\":1,"
                        + "\"holders\":[{\"conn_id\":1,\"held_s\":4.203,\"lease_expires_in_s\":28.797,\"fence\":1001}],"
                        + "\"queue\":[{\"conn_id\":2,\"waited_s\":4.203,\"gives_up_in_s\":55.797},"
                        + "{\"conn_id\":4,\"waited_s\":4.203}],\"longest_wait_s\":4.203}");
    }

    @Test
    void theFirstInTheQueueIsTheOneWhoHasWaitedLongest() {
        alice.send("l", "orders", "0 5");
        engine.passSeconds(1);
        bob.send("l", "orders", "60");
        engine.passSeconds(2);
        engine.client("another").send("l", "orders", "60");

        assertThat(ask("orders")).endsWith("],\"longest_wait_s\":2.000}");

        engine.passSeconds(2);
        assertThat(ask("orders")).as("bob holds it now").endsWith("],\"longest_wait_s\":2.000}");
    }

    @Test
    void aPlaceInTheQueueWaitsFromTheFirstPhaseOn() {
        alice.send("l", "orders", "0 60");
        bob.send("e", "orders", "");
        engine.passSeconds(3);
        bob.send("w", "orders", "60");

        engine.passSeconds(1);

        assertThat(ask("orders")).endsWith("],\"longest_wait_s\":4.000}");
    }

    @Test
    void aSnapshotRemembersSinceWhenAWaiterWaits() {
        alice.send("l", "orders", "0 60");
        bob.send("l", "orders", "60");
        engine.passSeconds(3);

        engine.restart();

        assertThat(ask("orders")).endsWith("],\"longest_wait_s\":3.000}");
    }

    @Test
    void aKeyThatNobodyLockedIsOfNoKind() {
        alice.send("incr", "visits", "1");

        assertThat(ask("visits")).isEqualTo(free("visits", "\"none\""));
        assertThat(ask("a\"b")).isEqualTo(free("a\\\"b", "\"none\""));
    }

    @Test
    void aKeyThatWasReleasedHasNoHolders() {
        Grant lock = Grant.of(alice.ask("l", "lock", "0"));
        Grant read = Grant.of(alice.ask("rl", "book", "0"));

        alice.send("r", "lock", lock.token());
        alice.send("rr", "book", read.token());

        assertThat(ask("lock")).isEqualTo(free("lock", "\"lock\",\"limit\":1"));
        assertThat(ask("book")).isEqualTo(free("book", "\"rw_lock\""));
    }

    @Test
    void showsTheHundredOldestHoldersOfASemaphoreAndCountsAll() {
        for (int i = 0; i < 102; i++) {
            alice.send("sl", "pool", "0 200 999");
            engine.passSeconds(1);
        }

        String stats = ask("pool");

        assertThat(stats)
                .startsWith(
                        "ok {\"key\":\"pool\",\"kind\":\"semaphore\",\"limit\":200,\"waiters\":0,\"holder_count\":102,"
                                + "\"holders\":[{\"conn_id\":1,\"held_s\":102.000,\"lease_expires_in_s\":897.000,\"fence\":1001},")
                .endsWith("{\"conn_id\":1,\"held_s\":3.000,\"lease_expires_in_s\":996.000,\"fence\":1100}]}");
        assertThat(stats.split("\"conn_id\"", -1)).hasSize(101);
    }

    @Test
    void saysWhoReadsAndWhoWrites() {
        alice.send("rl", "book", "0 20");
        bob.send("rl", "book", "0 30");
        alice.send("wl", "diary", "0 20");
        bob.send("rl", "diary", "60");

        assertThat(ask("book"))
                .isEqualTo(
                        "ok {\"key\":\"book\",\"kind\":\"rw_lock\",\"waiters\":0,\"holder_count\":2,\"holders\":["
                                + "{\"conn_id\":1,\"mode\":\"read\",\"held_s\":0.000,\"lease_expires_in_s\":20.000,\"fence\":1001},"
                                + "{\"conn_id\":2,\"mode\":\"read\",\"held_s\":0.000,\"lease_expires_in_s\":30.000,\"fence\":1002}]}");
        assertThat(ask("diary"))
                .contains("\"waiters\":1,\"holder_count\":1,\"holders\":[{\"conn_id\":1,\"mode\":\"write\",");
    }

    @Test
    void aRenewalProlongsTheLeaseAndLeavesSinceWhenItIsHeld() {
        Grant grant = Grant.of(alice.ask("l", "k", "0 10"));
        engine.passSeconds(7);

        alice.send("n", "k", grant.token() + " 10");
        engine.passSeconds(1);

        assertThat(ask("k")).contains("\"held_s\":8.000,\"lease_expires_in_s\":9.000,");
    }

    @Test
    void aSuccessorHoldsSinceTheHandOverAndIsAnsweredByItsTag() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.ask("tag", "_", "on");
        bob.send("7 l", "k", "60");
        engine.passSeconds(3);

        alice.send("r", "k", grant.token());
        engine.passSeconds(2);

        assertThat(bob.answer()).startsWith("7 ok ");
        assertThat(ask("k")).contains("\"conn_id\":2,\"held_s\":2.000,");
    }

    @Test
    void anEntryHoldsSinceItsGrantAndNotSinceItWasCollected() {
        alice.send("l", "k", "0 5");
        bob.ask("e", "k", "20");
        engine.passSeconds(8);

        assertThat(bob.ask("w", "k", "0")).startsWith("ok ");

        assertThat(ask("k")).contains("\"conn_id\":2,\"held_s\":3.000,\"lease_expires_in_s\":20.000,");
    }

    @Test
    void whoseLeaseIsOverHoldsNoLonger() {
        alice.send("l", "k", "0 5");
        alice.send("sl", "pool", "0 3 5");
        bob.send("sl", "pool", "0 3 6");

        engine.passSeconds(5);

        assertThat(ask("k")).isEqualTo(free("k", "\"lock\",\"limit\":1"));
        assertThat(ask("pool")).contains("\"holder_count\":1,\"holders\":[{\"conn_id\":2,");
        assertThat(ask("pool")).doesNotContain("\"conn_id\":1,");
    }

    @Test
    void aLeaseThatIsOverIsNotToldOfAlthoughNobodyHasLookedAtItSince() {
        alice.ask("sl", "pool", "0 3 5");
        alice.ask("sl", "pool", "0 3 60");

        engine.stallSeconds(6);

        assertThat(bob.ask("stats", "pool", "key")).contains("\"holder_count\":1,", "\"lease_expires_in_s\":54.000");
        assertThat(engine.census().lapsed()).isZero();
        assertThat(engine.census().holders()).isEqualTo(2);
    }

    @Test
    void asksWithoutTouchingTheKey() {
        alice.send("l", "lapsed", "0 5");
        Grant grant = Grant.of(bob.ask("l", "idle", "0"));
        bob.send("r", "idle", grant.token());
        engine.passSeconds(5);

        ask("lapsed");
        ask("idle");
        ask("missing");

        assertThat(engine.stats())
                .contains("\"locks\":[{\"key\":\"lapsed\",\"owner_conn_id\":1,")
                .contains("\"idle_locks\":[{\"key\":\"idle\",\"idle_s\":5.000}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", " k", "k\t"})
    void theKeyIsCheckedLikeAnyOther(String key) {
        assertThat(ask(key)).isEqualTo("error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_", "keys", "ke", " key", "KEY"})
    void onlyTheWholeWordAsksForIt(String argument) {
        assertThat(curious.ask("stats", "a b", argument)).startsWith("ok {\"connections\":3,\"locks\":[],");
    }

    @Test
    void isAnsweredWhileTheServerDrains() {
        alice.send("l", "k", "0");

        engine.drain();

        assertThat(ask("k")).contains("\"conn_id\":1,");
    }

    @Test
    void aTagInUseIsRefused() {
        alice.send("l", "k", "0");
        bob.ask("tag", "_", "on");
        bob.send("1 l", "k", "60");

        assertThat(bob.ask("1 stats", "k", "key")).isEqualTo("1 error");
        assertThat(bob.ask("2 stats", "k", "key"))
                .startsWith("2 ok {\"key\":\"k\",")
                .contains("\"waiters\":1,");
    }

    @Test
    void aSnapshotKeepsSinceWhenAKeyIsHeld() {
        alice.send("l", "k", "0 60");
        bob.send("l", "k", "60");
        engine.passSeconds(4);
        String before = ask("k");

        engine.restart();

        assertThat(ask("k")).isEqualTo(before).contains("\"held_s\":4.000,");
    }
}
