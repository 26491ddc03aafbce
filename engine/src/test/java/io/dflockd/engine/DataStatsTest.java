package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Counters, values, lists and barriers in the stats object: 2.15 of PROTOCOL.md. */
final class DataStatsTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void aCounterShowsItsValueAndItsAge() {
        alice.ask("cset", "visits", "-9223372036854775808");

        engine.passMillis(1_250);

        assertThat(engine.stats())
                .contains("\"counters\":[{\"key\":\"visits\",\"value\":-9223372036854775808,\"idle_s\":1.250}]");
    }

    @Test
    void aCounterOfZeroIsShownToo() {
        alice.ask("cset", "visits", "0");

        assertThat(engine.stats()).contains("\"counters\":[{\"key\":\"visits\",\"value\":0,\"idle_s\":0.000}]");
    }

    @Test
    void aValueShowsItsBytesItsTimeToLiveAndItsAge() {
        alice.ask("kset", "color", "é鍵\t50");

        engine.passMillis(1_250);

        assertThat(engine.stats())
                .contains("\"kv_entries\":[{\"key\":\"color\",\"value_len\":5,\"ttl\":48.750,\"idle_s\":1.250}]");
    }

    @Test
    void aValueThatStaysHasNoTimeToLive() {
        alice.ask("kset", "color", "blue");
        engine.passSeconds(2);

        assertThat(engine.stats())
                .contains("\"kv_entries\":[{\"key\":\"color\",\"value_len\":4,\"ttl\":0.000,\"idle_s\":2.000}]");
    }

    @Test
    void aValueWhoseTimeIsOverIsNotShownEvenIfNobodyNoticed() {
        alice.ask("kset", "color", "blue\t5");
        alice.ask("kset", "size", "9\t6");
        engine.stallSeconds(5);

        assertThat(engine.stats())
                .contains("\"kv_entries\":[{\"key\":\"size\",\"value_len\":1,\"ttl\":1.000,\"idle_s\":5.000}]");
    }

    @Test
    void aListShowsItsLengthAndItsAge() {
        alice.ask("rpush", "jobs", "a");
        alice.ask("rpush", "jobs", "b");
        engine.passMillis(500);

        assertThat(engine.stats()).contains("\"lists\":[{\"key\":\"jobs\",\"len\":2,\"idle_s\":0.500}]");
    }

    @Test
    void aListShowsWhoWaits() {
        alice.send("blpop", "jobs", "60");
        bob.send("brpop", "jobs", "60");
        engine.passSeconds(3);

        assertThat(engine.stats())
                .contains("\"lists\":[{\"key\":\"jobs\",\"len\":0,\"pop_waiters\":2,\"idle_s\":3.000}]");
    }

    @Test
    void aBarrierShowsItsCountItsParticipantsAndItsAge() {
        alice.send("bwait", "start", "3 60");
        engine.passSeconds(1);
        bob.send("bwait", "start", "3 60");
        engine.passMillis(250);

        assertThat(engine.stats())
                .contains("\"barriers\":[{\"key\":\"start\",\"count\":3,\"participants\":2,\"idle_s\":0.250}]");
    }

    @Test
    void allKindsHaveTheirPlaces() {
        alice.ask("incr", "name", "1");
        alice.ask("kset", "name", "x");
        alice.ask("rpush", "name", "a");
        alice.ask("observe", "name", "");
        bob.send("bwait", "name", "2 60");

        assertThat(engine.stats())
                .isEqualTo("{\"connections\":2,\"locks\":[],\"semaphores\":[],\"rw_locks\":[],"
                        + "\"idle_locks\":[],\"idle_semaphores\":[],"
                        + "\"counters\":[{\"key\":\"name\",\"value\":1,\"idle_s\":0.000}],"
                        + "\"kv_entries\":[{\"key\":\"name\",\"value_len\":1,\"ttl\":0.000,\"idle_s\":0.000}],"
                        + "\"lists\":[{\"key\":\"name\",\"len\":1,\"idle_s\":0.000}],"
                        + "\"signal_channels\":[],\"watch_channels\":[],"
                        + "\"barriers\":[{\"key\":\"name\",\"count\":2,\"participants\":1,\"idle_s\":0.000}]}");
    }

    @Test
    void isTheSameOverTheWire() {
        alice.ask("incr", "visits", "1");
        alice.ask("kset", "color", "blue\t5");

        assertThat(alice.ask("stats", "_", "")).isEqualTo("ok " + engine.stats());
    }

    /** The order of bytes, which is that of code points, and not that of Java's characters. */
    @Test
    void rowsAreSortedByTheBytesOfTheirKeys() {
        TestClient waiting = engine.client("waiting");
        waiting.send("tag", "_", "on");
        String[] keys = {"\ud83d\ude00", "b", "\ufffd", "a", "B", "é", "aa"};
        for (int i = 0; i < keys.length; i++) {
            alice.ask("incr", keys[i], "1");
            alice.ask("kset", keys[i], "x");
            alice.ask("rpush", keys[i], "x");
            waiting.send(i + " bwait", keys[i], "2 60");
        }

        String stats = engine.stats();

        for (String section : new String[] {"counters", "kv_entries", "lists", "barriers"}) {
            int from = stats.indexOf("\"" + section + "\"");
            assertThat(stats.substring(from, stats.indexOf(']', from)))
                    .as(section)
                    .containsSubsequence(
                            "\"B\"", "\"a\"", "\"aa\"", "\"b\"", "\"é\"", "\"\ufffd\"", "\"\ud83d\ude00\"");
        }
    }

    @Test
    void keysAreEscapedAsJsonDemands() {
        alice.ask("incr", "\"\\\u0001", "1");

        assertThat(engine.stats()).contains("{\"key\":\"\\\"\\\\\\u0001\",\"value\":1,");
    }

    @Test
    void lookingAtThemIsNoAccess() {
        alice.ask("cset", "visits", "0");
        engine.passSeconds(61);

        assertThat(bob.ask("stats", "_", "")).contains("\"idle_s\":61.000");
        engine.collect();

        assertThat(engine.stats()).contains("\"counters\":[]");
    }
}
