package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine read from a snapshot goes on as the one that was written would have. */
final class SnapshotTest {
    private static final Settings KEEPING = Settings.DEFAULT.withAutoRelease(false);

    private final TestEngine engine = new TestEngine(KEEPING);
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    private static Engine read(byte[] bytes) throws IOException {
        return Snapshot.read(bytes, Session::new);
    }

    @Test
    void anEmptyEngineComesBackEmpty() throws IOException {
        TestEngine empty = new TestEngine();

        Engine copy = read(Snapshot.write(empty.bare()));

        assertThat(copy.census().isEmpty()).isTrue();
    }

    @Test
    void everyKindOfStateComesBack() throws IOException {
        fillWithEveryKindOfState();
        byte[] bytes = Snapshot.write(engine.bare());

        Engine copy = read(bytes);

        Audit.check(copy);
        assertThat(copy.census()).isEqualTo(engine.census());
        assertThat(copy.stats(engine.nowNanos()).line()).isEqualTo("ok " + engine.stats());
        assertThat(Snapshot.write(copy)).isEqualTo(bytes);
    }

    private void fillWithEveryKindOfState() {
        TestClient gone = engine.client("gone");
        gone.send("l", "orphan", "0 100");
        gone.send("e", "orphaned-entry", "1");
        gone.disconnect();
        alice.send("stable-ref", "worker-1", "");
        alice.send("fence", "_", "on");
        alice.send("l", "lapsed", "0 1");
        alice.send("e", "evicted-told", "1");
        bob.send("l", "granted-evicted", "0 1");
        carol.send("e", "granted-evicted", "1");
        alice.send("l", "idle-1", "0 1");
        engine.passSeconds(2);
        engine.sweep();
        bob.send("l", "lapsed", "0 1");
        alice.send("e", "told-lapsed", "1");
        engine.passSeconds(1);
        alice.send("l", "lock", "0 50");
        alice.send("sl", "pool", "0 12 50");
        for (int i = 0; i < 10; i++) {
            bob.send("sl", "pool", "0 12 " + (50 + i));
        }
        alice.send("rl", "book", "0 50");
        bob.send("rl", "book", "0 50");
        alice.send("e", "told", "50");
        alice.send("e", "lock", "50");
        carol.send("tag", "_", "on");
        carol.send("1 wl", "book", "50");
        carol.send("2 e", "lock", "50");
        carol.send("3 w", "lock", "50");
        carol.send("4 rl", "book", "50");
        for (int i = 0; i < 100; i++) {
            alice.send("l", "one-of-many-" + i, "0 50");
        }
        bob.send("l", "lock", "50");
    }

    @Test
    void goesOnAsIfNothingHadHappenedAfterARestartAtEveryStepOfAnyHistory() {
        for (long seed = 0; seed < 60; seed++) {
            History straight = new History(seed, new TestEngine());
            straight.play(80);

            assertThat(withRestarts(seed, Settings.DEFAULT).transcript())
                    .as("seed %d", seed)
                    .isEqualTo(straight.transcript());
        }
    }

    @Test
    void goesOnAsIfNothingHadHappenedWhereSlotsOutliveTheirSessions() {
        for (long seed = 0; seed < 60; seed++) {
            History straight = new History(seed, new TestEngine(KEEPING));
            straight.play(80);

            assertThat(withRestarts(seed, KEEPING).transcript())
                    .as("seed %d", seed)
                    .isEqualTo(straight.transcript());
        }
    }

    private static History withRestarts(long seed, Settings settings) {
        TestEngine restarting = new TestEngine(settings);
        History history = new History(seed, restarting);
        for (int i = 0; i < 80; i++) {
            restarting.restart();
            history.step();
        }
        return history;
    }

    @Test
    void keepsTheOrderInWhichKeysAreForgotten() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxLocks(2));
        TestClient client = small.client("client");
        for (String key : new String[] {"c", "a", "b"}) {
            client.send("r", key, Grant.of(client.ask("l", key, "0")).token());
            client.answer();
            small.passSeconds(1);
        }

        small.restart();

        assertThat(small.stats())
                .contains("\"idle_locks\":[{\"key\":\"a\",\"idle_s\":2.000},{\"key\":\"b\",\"idle_s\":1.000}]");
    }

    @Test
    void keepsDraining() {
        engine.drain();

        engine.restart();

        assertThat(alice.ask("l", "k", "0")).isEqualTo("error_draining");
    }

    @Test
    void keepsWhatBelongsToASession() {
        alice.send("fence", "_", "on");
        alice.send("stable-ref", "worker-1", "");
        alice.send("tag", "_", "on");
        engine.restart();
        alice.answer();
        alice.answer();
        alice.answer();

        assertThat(alice.ask("1 l", "k", "0").split(" ", -1)).hasSize(5);
        assertThat(alice.ask("2 stable-ref", "worker-1", "")).isEqualTo("2 error");
    }

    @Test
    void theTagOfAParkedRequestStaysInUseAndCanBeCancelled() {
        bob.send("l", "k", "0");
        alice.send("tag", "_", "on");
        alice.answer();
        alice.send("1 l", "k", "60");

        engine.restart();

        assertThat(alice.ask("1 ping", "_", "")).isEqualTo("1 error");
        alice.send("2 cancel", "_", "1");
        assertThat(alice.answer()).isEqualTo("1 timeout");
        assertThat(alice.answer()).isEqualTo("2 ok");
    }

    @Test
    void aSlotThatOutlivedItsSessionLapsesAndIsReported() {
        Grant grant = Grant.of(alice.ask("e", "k", "5"));
        alice.disconnect();
        engine.restart();
        engine.passSeconds(5);

        assertThat(bob.ask("n", "k", grant.token())).isEqualTo("error_lease_expired");
        assertThat(bob.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    void fencesGoOnGrowing() {
        Grant before = Grant.of(alice.ask("l", "k", "0"));
        alice.send("r", "k", before.token());
        alice.answer();

        engine.restart();

        assertThat(Grant.of(alice.ask("l", "k", "0")).fence()).isEqualTo(before.fence() + 1);
    }

    @Test
    void aSessionThatHasNothingCostsItsNumberItsBeginningAndOneByte() {
        int before = Snapshot.write(engine.bare()).length;

        engine.client("idle");

        assertThat(Snapshot.write(engine.bare()).length - before).isEqualTo(2 * Long.BYTES + 1);
    }

    private byte[] small() {
        alice.send("l", "k", "0");
        bob.send("l", "k", "60");
        carol.send("e", "k", "");
        alice.send("rl", "book", "0 1");
        alice.send("e", "told", "1");
        engine.passSeconds(1);
        carol.send("rl", "told", "0");
        return Snapshot.write(engine.bare());
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] whole = small();

        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);

            assertThatIOException().as("%d bytes", length).isThrownBy(() -> read(part));
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] whole = small();

        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);

            assertThatIOException().as("bit %d", bit).isThrownBy(() -> read(flipped));
        }
    }

    /** Nothing but an {@link IOException} comes of bytes that mean nothing, even if their checksum is right. */
    @Test
    void nonsenseIsReadOrRefusedButBreaksNothing() {
        byte[] whole = small();
        int refused = 0;

        for (int at = 8; at < whole.length - 4; at++) {
            for (int value : new int[] {0, 0x7f, 0xff}) {
                byte[] altered = whole.clone();
                altered[at] = (byte) value;
                refused += isRefused(withChecksum(altered)) ? 1 : 0;
            }
        }

        assertThat(refused).isPositive();
    }

    private static boolean isRefused(byte[] bytes) {
        try {
            var unused = read(bytes);
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Snapshot.VERSION_BEFORE - 1, Snapshot.VERSION + 1, -1, Integer.MAX_VALUE})
    void anUnknownVersionIsRefusedByItsNumber(int version) {
        byte[] bytes = small();
        ByteBuffer.wrap(bytes).putInt(4, version);

        assertThatIOException().isThrownBy(() -> read(bytes)).withMessageContaining("version " + version);
    }

    @Test
    void somethingElseIsRefused() {
        assertThatIOException().isThrownBy(() -> read(new byte[100])).withMessage("not a snapshot");
    }

    @Test
    void bytesBehindTheEndAreRefused() {
        byte[] whole = small();
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);

        assertThatIOException().isThrownBy(() -> read(longer)).withMessageContaining("more bytes");
    }
}
