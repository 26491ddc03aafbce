package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The summary of stats: 2.15 of PROTOCOL.md. */
final class SummaryTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private String summary() {
        return alice.ask("stats", "_", "summary");
    }

    private void wait(String command, String key, String argument, int times) {
        for (int i = 0; i < times; i++) {
            engine.client("waiter").send(command, key, argument);
        }
    }

    @Test
    void anEmptyServerHasNothingButItsConnections() {
        assertThat(summary())
                .isEqualTo("ok {\"connections\":2,\"locks\":0,\"semaphores\":0,\"semaphore_holders\":0,\"rw_locks\":0,"
                        + "\"rw_lock_holders\":0,\"idle\":0,\"waiters\":0,\"counters\":0,\"kv_entries\":0,\"lists\":0,"
                        + "\"list_items\":0,\"barriers\":0,\"listeners\":0,\"watchers\":0,\"observers\":0,\"faults\":0,"
                        + "\"longest_queues\":[]}");
    }

    @Test
    void onlyTheWholeWordAsksForIt() {
        assertThat(alice.ask("stats", "summary", "_")).contains("\"locks\":[]");
        assertThat(alice.ask("stats", "_", "summary please")).contains("\"locks\":[]");
        assertThat(alice.ask("stats", "_", "summar")).contains("\"locks\":[]");
    }

    @Test
    void countsWhatIsHeldByItsKind() {
        alice.ask("l", "lock", "0");
        alice.ask("sl", "lock-of-one", "0 1");
        alice.ask("sl", "pool", "0 3");
        bob.ask("sl", "pool", "0 3");
        alice.ask("rl", "book", "0");
        bob.ask("rl", "book", "0");
        bob.ask("wl", "diary", "0");
        String token = Grant.of(bob.ask("l", "free", "0")).token();
        bob.ask("r", "free", token);

        assertThat(summary())
                .contains("\"locks\":2,\"semaphores\":1,\"semaphore_holders\":2,\"rw_locks\":2,\"rw_lock_holders\":3,")
                .contains("\"idle\":1,\"waiters\":0,");
    }

    @Test
    void countsWhatIsStoredAndWhoHearsOfIt() {
        alice.ask("incr", "visits", "1");
        alice.ask("kset", "colour", "blue");
        alice.ask("rpush", "jobs", "one");
        alice.ask("rpush", "jobs", "two");
        alice.ask("listen", "news.*", "");
        alice.ask("watch", "colour", "");
        alice.ask("observe", "leader", "");
        bob.send("bwait", "start", "2 60");

        assertThat(summary())
                .contains("\"waiters\":1,\"counters\":1,\"kv_entries\":1,\"lists\":1,\"list_items\":2,\"barriers\":1,")
                .contains("\"listeners\":1,\"watchers\":1,\"observers\":1,")
                .contains("[{\"key\":\"start\",\"kind\":\"barrier\",\"waiters\":1}]");
    }

    @Test
    void theLongestQueuesComeFirst() {
        alice.ask("l", "lock", "0");
        alice.ask("wl", "book", "0");
        alice.ask("sl", "pool", "0 2");
        alice.ask("sl", "pool", "0 2");
        wait("l", "lock", "60", 2);
        wait("rl", "book", "60", 3);
        wait("sl", "pool", "60 2", 1);
        wait("blpop", "jobs", "60", 2);

        assertThat(summary())
                .contains("\"waiters\":8,")
                .endsWith("\"longest_queues\":[{\"key\":\"book\",\"kind\":\"rw_lock\",\"waiters\":3},"
                        + "{\"key\":\"jobs\",\"kind\":\"list\",\"waiters\":2},"
                        + "{\"key\":\"lock\",\"kind\":\"lock\",\"waiters\":2},"
                        + "{\"key\":\"pool\",\"kind\":\"semaphore\",\"waiters\":1}]}");
    }

    @Test
    void noMoreThanTenQueuesAreShownAndThoseAreTheLongest() {
        for (int key = 1; key <= 13; key++) {
            alice.ask("l", "k" + key, "0");
            wait("l", "k" + key, "60", key);
        }

        String summary = summary();

        assertThat(summary.split("\"kind\"", -1)).hasSize(11);
        assertThat(summary)
                .contains("[{\"key\":\"k13\",")
                .endsWith("{\"key\":\"k4\",\"kind\":\"lock\",\"waiters\":4}]}");
    }
}
