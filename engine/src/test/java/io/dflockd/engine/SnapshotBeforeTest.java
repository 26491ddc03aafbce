package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A snapshot that was written by the version before is read as what it was. The one here was taken at an instant at which
 * it had some of everything, and the whole of its {@code stats} was noted beside it.
 */
final class SnapshotBeforeTest {
    private static final long TAKEN_AT_NANOS = 3_603_500_000_000L;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = SnapshotBeforeTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    private static Engine read() throws IOException {
        byte[] bytes = resource("snapshot-" + Snapshot.VERSION_BEFORE + ".bin");
        return Snapshot.read(bytes, Session::new);
    }

    @Test
    void everythingInItComesBack() throws IOException {
        String noted = new String(resource("snapshot-5.stats.json"), StandardCharsets.UTF_8).strip();

        Engine engine = read();

        Audit.check(engine);
        assertThat(engine.stats(TAKEN_AT_NANOS).line()).isEqualTo("ok " + noted);
        assertThat(engine.settings())
                .isEqualTo(Settings.DEFAULT.withAutoRelease(false).withMaxKeys(100));
    }

    @Test
    void whatASessionChoseComesBack() throws IOException {
        Engine engine = read();

        Session alice = session(engine, 1);
        Session carol = session(engine, 3);
        assertThat(alice.stableReference).isEqualTo("worker-1");
        assertThat(alice.showsFence).isTrue();
        assertThat(alice.isTagged()).isFalse();
        assertThat(carol.isTagged()).isTrue();
        assertThat(carol.parkedRequests()).isEqualTo(4);
        assertThat(engine.crossings().isMuted(carol)).isTrue();
        assertThat(engine.crossings().isMuted(session(engine, 4))).isFalse();
    }

    @Test
    void aWaiterOfItWaitsSinceTheLatestTurnBeforeIt() throws IOException {
        Engine engine = read();

        assertThat(engine.stats(Key.of("lock"), TAKEN_AT_NANOS).line()).endsWith("\"longest_wait_s\":0.500}");
    }

    @Test
    void itIsWrittenInThePresentVersionAndStaysTheSame() throws IOException {
        Engine engine = read();

        byte[] present = Snapshot.write(engine);

        Engine copy = Snapshot.read(present, Session::new);
        assertThat(Snapshot.write(copy)).isEqualTo(present);
        assertThat(copy.stats(TAKEN_AT_NANOS).line())
                .isEqualTo(engine.stats(TAKEN_AT_NANOS).line());
    }

    private static Session session(Engine engine, long id) {
        return Objects.requireNonNull(engine.crossings().sessions().get(id));
    }
}
