package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import org.junit.jupiter.api.Test;

/** The stats object: 2.15 of PROTOCOL.md. */
final class StatsTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxLocks(3));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    /** The whole object, with these arrays in place of the empty ones. */
    private static String object(int connections, String... arrays) {
        StringBuilder json = new StringBuilder("{\"connections\":" + connections);
        for (String name : new String[] {
            "locks",
            "semaphores",
            "rw_locks",
            "idle_locks",
            "idle_semaphores",
            "counters",
            "kv_entries",
            "lists",
            "signal_channels",
            "watch_channels",
            "barriers"
        }) {
            String rows = "";
            for (int i = 0; i < arrays.length; i += 2) {
                rows = arrays[i].equals(name) ? arrays[i + 1] : rows;
            }
            json.append(",\"").append(name).append("\":[").append(rows).append(']');
        }
        return json.append('}').toString();
    }

    private void assertRows(String... arrays) {
        assertThat(engine.stats()).isEqualTo(object(2, arrays));
    }

    @Test
    void anEmptyServerHasEmptyArrays() {
        assertThat(engine.stats()).isEqualTo(object(2));
    }

    @Test
    void isTheSameOverTheWireWhateverKeyAndArgumentSay() {
        assertThat(alice.ask("stats", "any key", "any argument")).isEqualTo("ok " + object(2));
        assertThat(alice.ask("stats", "", "")).isEqualTo("ok " + object(2));
    }

    @Test
    void aLockShowsItsOwnerItsLeaseItsWaitersAndItsFence() {
        alice.send("l", "invoices", "0 20");
        bob.send("l", "invoices", "60");

        engine.passMillis(1_250);

        assertRows(
                "locks",
                "{\"key\":\"invoices\",\"owner_conn_id\":1,\"lease_expires_in_s\":18.750,\"waiters\":1,\"fence\":1001}");
    }

    @Test
    void aLapsedLeaseHasNoTimeLeft() {
        alice.send("l", "invoices", "0 20");

        engine.passSeconds(30);

        assertThat(engine.stats()).contains("\"lease_expires_in_s\":0.000,\"waiters\":0,\"fence\":1001");
    }

    @Test
    void anElectionAndASemaphoreOfOneAreLocks() {
        alice.send("elect", "a", "0");
        alice.send("sl", "b", "0 1");

        assertRows(
                "locks",
                "{\"key\":\"a\",\"owner_conn_id\":1,\"lease_expires_in_s\":33.000,\"waiters\":0,\"fence\":1001},"
                        + "{\"key\":\"b\",\"owner_conn_id\":1,\"lease_expires_in_s\":33.000,\"waiters\":0,\"fence\":1002}");
    }

    @Test
    void aSemaphoreShowsItsLimitItsHoldersAndItsWaiters() {
        alice.send("sl", "pool", "0 2");
        alice.send("sl", "pool", "0 2");
        bob.send("se", "pool", "2");

        assertRows("semaphores", "{\"key\":\"pool\",\"limit\":2,\"holders\":2,\"waiters\":1}");
    }

    @Test
    void aReadWriteLockShowsItsReadersAndTheHighestFence() {
        alice.send("rl", "book", "0");
        bob.send("rl", "book", "0");
        alice.send("wl", "book", "60");

        assertRows("rw_locks", "{\"key\":\"book\",\"readers\":2,\"writer\":false,\"fence\":1002,\"waiters\":1}");
    }

    @Test
    void aReadWriteLockShowsItsWriter() {
        alice.send("wl", "book", "0");

        assertRows("rw_locks", "{\"key\":\"book\",\"readers\":0,\"writer\":true,\"fence\":1001,\"waiters\":0}");
    }

    @Test
    void idleLocksAndSemaphoresShowForHowLongAndIdleReadWriteLocksNothing() {
        use("l", "0", "lock");
        engine.passMillis(500);
        use("sl", "0 2", "pool");
        use("rl", "0", "book");

        engine.passSeconds(2);

        assertRows(
                "idle_locks",
                "{\"key\":\"lock\",\"idle_s\":2.500}",
                "idle_semaphores",
                "{\"key\":\"pool\",\"idle_s\":2.000}");
    }

    private void use(String command, String argument, String key) {
        Grant grant = Grant.of(alice.ask(command, key, argument));
        alice.send("r", key, grant.token());
        alice.answer();
    }

    @Test
    void onlyTheLatestIdleOnesAreShownOfAllKindsTogether() {
        for (String key : new String[] {"d", "c", "b", "a"}) {
            use("l", "0", key);
            engine.passSeconds(1);
        }
        use("sl", "0 2", "pool");

        assertRows(
                "idle_locks",
                "{\"key\":\"a\",\"idle_s\":1.000},{\"key\":\"b\",\"idle_s\":2.000}",
                "idle_semaphores",
                "{\"key\":\"pool\",\"idle_s\":0.000}");
    }

    /** The order of bytes, which is that of code points, and not that of Java's characters. */
    @Test
    void rowsAreSortedByTheBytesOfTheirKeys() {
        alice.send("sl", "\ud83d\ude00", "0 2");
        alice.send("sl", "\ufffd", "0 2");
        alice.send("sl", "z", "0 2");

        assertThat(engine.stats())
                .containsSubsequence("\"key\":\"z\"", "\"key\":\"\ufffd\"", "\"key\":\"\ud83d\ude00\"");
    }

    @Test
    void keysAreEscapedAsJsonDemands() {
        alice.send("sl", "\"\\/\u0001\u007fé", "0 2");

        assertThat(engine.stats()).contains("{\"key\":\"\\\"\\\\/\\u0001\u007fé\",\"limit\":2");
    }

    @Test
    void countsTheSessionsThatAreOpen() {
        bob.disconnect();

        assertThat(engine.stats()).isEqualTo(object(1));
    }

    @Test
    void anUncollectedGrantShowsItsFutureOwner() {
        alice.send("l", "k", "0 5");
        bob.send("e", "k", "20");

        engine.passSeconds(5);

        assertThat(engine.stats()).contains("\"owner_conn_id\":2,\"lease_expires_in_s\":20.000");
    }

    @Test
    void aSlotThatOutlivedItsSessionKeepsTheNumberOfItsOwner() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient gone = keeping.client("gone");
        gone.send("l", "k", "0");

        gone.disconnect();

        assertThat(keeping.stats()).startsWith("{\"connections\":0,\"locks\":[{\"key\":\"k\",\"owner_conn_id\":1,");
    }

    /** No request leaves a lock so; the form is fixed all the same. */
    @Test
    void aLockThatIsOnlyWaitedForHasOwnerZeroAndNoFence() {
        Shard shard = engine.bare().shards()[Key.of("k").shard()];
        Semaphore lock = shard.putToUse(new Semaphore(shard, Key.of("k"), 1), null);
        lock.waiters.addLast(new Claim(alice.session(), lock, Claim.Purpose.SLOT, 33, 0));

        assertRows("locks", "{\"key\":\"k\",\"owner_conn_id\":0,\"lease_expires_in_s\":0.000,\"waiters\":1}");
    }
}
