package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dflockd.protocol.Key;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data, barriers and observers in an engine that was read from a snapshot. */
final class DataSnapshotTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxKeys(10));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    private void fill() {
        alice.ask("cset", "visits", "-9223372036854775808");
        alice.ask("cset", "zero", "0");
        alice.ask("kset", "color", "blue\t50");
        alice.ask("kset", "size", "é 9");
        engine.passMillis(1_234);
        alice.ask("rpush", "jobs", "b");
        alice.ask("lpush", "jobs", "a");
        alice.ask("elect", "post", "0");
        alice.ask("observe", "post", "");
        alice.ask("observe", "nobody", "");
        bob.send("tag", "_", "on");
        bob.send("1 blpop", "others", "60");
        bob.send("2 brpop", "others", "70");
        bob.send("3 bwait", "start", "3 60");
        bob.send("4 elect", "post", "60");
        carol.send("bwait", "start", "3 90");
        engine.passMillis(500);
    }

    @Test
    void everyKindOfStateComesBack() throws IOException {
        fill();
        byte[] bytes = Snapshot.write(engine.bare());

        Engine copy = Snapshot.read(bytes, Session::new);

        Audit.check(copy);
        assertThat(copy.census()).isEqualTo(engine.census());
        assertThat(copy.stats(engine.nowNanos()).line()).isEqualTo("ok " + engine.stats());
        assertThat(Snapshot.write(copy)).isEqualTo(bytes);
    }

    @Test
    void countersGoOnCounting() {
        alice.ask("incr", "visits", "41");

        engine.restart();

        assertThat(bob.ask("incr", "visits", "1")).isEqualTo("ok 42");
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536})
    void aLargeValueAndALargeItemComeBackWhole(int length) {
        String large = "v".repeat(length);
        alice.ask("kset", "document", large);
        alice.ask("rpush", "jobs", large);

        engine.restart();

        assertThat(bob.ask("kget", "document", "")).isEqualTo("ok " + large);
        assertThat(bob.ask("lpop", "jobs", "")).isEqualTo("ok " + large);
    }

    @Test
    void valuesLiveAsLongAsTheyWouldHave() {
        alice.ask("kset", "color", "blue\t5");
        alice.ask("kset", "size", " 9");
        engine.passSeconds(2);

        engine.restart();

        engine.passNanos(Duration.ofSeconds(3).toNanos() - 1);
        assertThat(bob.ask("kget", "color", "")).isEqualTo("ok blue");
        engine.passNanos(1);
        assertThat(bob.ask("kget", "color", "")).isEqualTo("nil");
        engine.passSeconds(1_000_000);
        assertThat(bob.ask("kget", "size", "")).isEqualTo("ok  9");
    }

    @Test
    void aValueWhoseTimeWasOverBeforeAnyoneNoticedDoesNotComeBack() {
        alice.ask("kset", "color", "blue\t5");
        engine.stallSeconds(5);

        engine.restart();

        assertThat(engine.stats()).contains("\"kv_entries\":[]");
        assertThat(bob.ask("kcas", "color", "blue\tred\t")).isEqualTo("cas_conflict");
    }

    @Test
    void listsKeepTheirItemsInOrder() {
        for (int i = 0; i < 20; i++) {
            alice.ask(i % 2 == 0 ? "lpush" : "rpush", "jobs", "\"" + i + " ");
        }
        List<String> before = JsonStrings.of(alice.ask("lrange", "jobs", "0 -1"));

        engine.restart();

        assertThat(JsonStrings.of(bob.ask("lrange", "jobs", "0 -1"))).isEqualTo(before);
        assertThat(bob.ask("rpush", "jobs", "x")).isEqualTo("ok 21");
    }

    @Test
    void whoWaitsForAnItemKeepsItsPlaceAndItsTime() {
        alice.send("blpop", "jobs", "5");
        bob.send("tag", "_", "on");
        bob.answer();
        bob.send("1 brpop", "jobs", "60");
        bob.send("2 blpop", "jobs", "60");
        carol.send("blpop", "jobs", "60");
        engine.passSeconds(2);

        engine.restart();

        engine.passSeconds(3);
        assertThat(alice.answer()).isEqualTo("nil");
        assertThat(bob.ask("1 ping", "_", "")).isEqualTo("1 error");
        for (String item : new String[] {"a", "b", "c"}) {
            assertThat(alice.ask("rpush", "jobs", item)).isEqualTo("ok 0");
        }
        assertThat(heard(bob)).containsExactly("1 ok a", "2 ok b");
        assertThat(carol.answer()).isEqualTo("ok c");
    }

    @Test
    void aWaitCanBeCancelledAndEndsWithItsSession() {
        alice.send("tag", "_", "on");
        alice.answer();
        alice.send("1 blpop", "jobs", "60");
        bob.send("blpop", "jobs", "60");
        engine.restart();

        alice.send("2 cancel", "_", "1");
        assertThat(heard(alice)).containsExactly("1 nil", "2 ok");
        bob.disconnect();

        assertThat(engine.stats()).contains("\"lists\":[]");
        assertThat(carol.ask("rpush", "jobs", "a")).isEqualTo("ok 1");
    }

    @Test
    void aBarrierKeepsItsCountAndItsParticipants() {
        alice.send("bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");

        engine.restart();

        assertThat(carol.ask("bwait", "start", "2 9")).isEqualTo("error_barrier_count_mismatch");
        assertThat(carol.ask("bwait", "start", "3 9")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("ok");
        assertThat(bob.answer()).isEqualTo("ok");
    }

    @Test
    void aBarrierBreaksWhenItWouldHave() {
        alice.send("bwait", "start", "3 5");
        bob.send("bwait", "start", "3 60");
        engine.passSeconds(2);
        engine.restart();

        engine.passSeconds(3);

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(bob.answer()).isEqualTo("timeout");
    }

    @Test
    void aBarrierBreaksWithASessionOfIt() {
        alice.send("bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");
        engine.restart();

        alice.disconnect();

        assertThat(bob.answer()).isEqualTo("timeout");
    }

    @Test
    void observersAreStillTold() {
        carol.ask("observe", "post", "");
        engine.restart();

        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        engine.restart();
        bob.send("elect", "post", "60");
        engine.restart();
        alice.ask("r", "post", leader.token());

        assertThat(heard(carol)).containsExactly("leader elected post", "leader failover post", "leader elected post");
        assertThat(engine.bare().isStateful(carol.session())).isTrue();
        carol.ask("unobserve", "post", "");
        assertThat(engine.bare().isStateful(carol.session())).isFalse();
    }

    @Test
    void whatWasAnnouncedIsStillMissedAndWhatWasNotIsNot() {
        carol.ask("observe", "quiet", "");
        Grant quiet = Grant.of(alice.ask("l", "quiet", "0"));
        Grant found = Grant.of(alice.ask("l", "found", "0"));
        carol.ask("observe", "found", "");
        Grant elected = Grant.of(alice.ask("elect", "elected", "0"));
        assertThat(heard(carol)).containsExactly("leader elected found");

        engine.restart();
        carol.ask("observe", "elected", "");
        assertThat(carol.answer()).isEqualTo("leader elected elected");
        alice.ask("r", "quiet", quiet.token());
        alice.ask("r", "found", found.token());
        alice.ask("r", "elected", elected.token());

        assertThat(heard(carol)).containsExactly("leader resigned found", "leader resigned elected");
    }

    @Test
    void theSubscriptionsOfASessionAreStillCounted() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxSubscriptions(2));
        TestClient client = small.client("client");
        client.ask("observe", "a", "");
        client.ask("observe", "b", "");

        small.restart();

        assertThat(client.ask("observe", "c", "")).isEqualTo("error");
        assertThat(client.ask("unobserve", "a", "")).isEqualTo("ok");
        assertThat(client.ask("observe", "c", "")).isEqualTo("ok");
    }

    @Test
    void theKeysAreStillCounted() {
        fill();
        TestClient dave = engine.client("dave");

        engine.restart();

        for (int free = 3; free > 0; free--) {
            assertThat(dave.ask("kset", "new" + free, "x")).isEqualTo("ok");
        }
        assertThat(dave.ask("kset", "one-too-many", "x")).isEqualTo("error_max_keys");
        assertThat(dave.ask("kdel", "color", "")).isEqualTo("ok");
        assertThat(dave.ask("kset", "one-in-its-place", "x")).isEqualTo("ok");
    }

    @Test
    void anIdleCounterIsForgottenWhenItWouldHaveBeen() {
        alice.ask("cset", "zero", "0");
        engine.passSeconds(30);
        engine.restart();

        engine.passSeconds(30);
        engine.collect();
        assertThat(engine.stats()).contains("\"zero\"");
        engine.passNanos(1);
        engine.collect();

        assertThat(engine.stats()).contains("\"counters\":[]");
    }

    @Test
    void countersAreForgottenInTheOrderInWhichTheyWereLastUsed() {
        List<String> keys = IntStream.range(0, 10_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == 0)
                .limit(8)
                .sorted()
                .toList();
        for (int i = keys.size() - 1; i >= 0; i--) {
            alice.ask("cset", keys.get(i), "0");
            engine.passSeconds(10);
        }
        alice.ask("get", keys.get(7), "");

        engine.restart();
        engine.passSeconds(1);
        engine.collect();

        assertThat(engine.stats()).doesNotContain(keys.get(6) + "\"", keys.get(5) + "\"");
        for (int kept : new int[] {0, 1, 2, 3, 4, 7}) {
            assertThat(engine.stats()).contains("\"" + keys.get(kept) + "\"");
        }
    }

    static Stream<Settings> settings() {
        Settings tight = Settings.DEFAULT
                .withMaxKeys(3)
                .withMaxListLength(2)
                .withMaxInflight(2)
                .withMaxSubscriptions(1)
                .withMaxIdle(Duration.ofSeconds(1));
        return Stream.of(Settings.DEFAULT, tight, tight.withAutoRelease(false));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void goesOnAsIfNothingHadHappenedAfterARestartAtEveryStepOfAnyHistory(Settings settings) {
        for (long seed = 0; seed < 60; seed++) {
            DataHistory straight = new DataHistory(seed, new TestEngine(settings));
            straight.play(100);

            assertThat(withRestarts(seed, settings).transcript())
                    .as("seed %d", seed)
                    .isEqualTo(straight.transcript());
        }
    }

    private static DataHistory withRestarts(long seed, Settings settings) {
        TestEngine restarting = new TestEngine(settings);
        DataHistory history = new DataHistory(seed, restarting);
        for (int i = 0; i < 100; i++) {
            restarting.restart();
            history.step();
        }
        return history;
    }

    @Test
    void aSnapshotThatIsNotWholeIsRefused() {
        fill();
        byte[] whole = Snapshot.write(engine.bare());

        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);

            assertThatIOException().as("%d bytes", length).isThrownBy(() -> Snapshot.read(part, Session::new));
        }
    }

    /** Nothing but an {@link IOException} comes of bytes that mean nothing, even if their checksum is right. */
    @Test
    void nonsenseIsReadOrRefusedButBreaksNothing() {
        fill();
        byte[] whole = Snapshot.write(engine.bare());
        int refused = 0;

        for (int at = 8; at < whole.length - 4; at++) {
            for (int value : new int[] {0, 1, 2, 0x7f, 0xff, whole[at] ^ 1}) {
                byte[] altered = whole.clone();
                altered[at] = (byte) value;
                refused += isRefused(withChecksum(altered)) ? 1 : 0;
            }
        }

        assertThat(refused).isPositive();
    }

    @Test
    void whoLeavesManyBarriersBreaksThemInTheSameOrderAsBefore() {
        assertThat(brokenInOrder(true)).isEqualTo(brokenInOrder(false)).hasSize(9);
    }

    private static List<String> brokenInOrder(boolean afterARestart) {
        TestEngine engine = new TestEngine();
        TestClient alice = engine.client("alice");
        TestClient bob = engine.client("bob");
        alice.ask("tag", "_", "on");
        bob.ask("tag", "_", "on");
        for (int i = 9; i > 0; i--) {
            bob.send(i + " bwait", "barrier-" + i, "3 60");
            alice.send(i + " bwait", "barrier-" + i, "3 60");
        }
        if (afterARestart) {
            engine.restart();
        }
        alice.disconnect();
        List<String> answers = new ArrayList<>();
        while (!bob.hasNoAnswer()) {
            answers.add(bob.answer());
        }
        return answers;
    }

    private boolean isRefused(byte[] bytes) {
        try {
            var unused = Snapshot.read(bytes, Session::new);
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    private static byte[] withChecksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
        return bytes;
    }
}
