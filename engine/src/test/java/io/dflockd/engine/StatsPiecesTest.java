package io.dflockd.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Lines;
import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** Stats that are told piece by piece while others go on. */
final class StatsPiecesTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");

    private String rest(Stats stats, int pieceBytes) {
        StringBuilder told = new StringBuilder();
        boolean more = true;
        while (more) {
            Lines piece = new Lines();
            more = stats.print(piece, pieceBytes, engine.nowNanos());
            told.append(new String(piece.bytes(), 0, piece.length(), UTF_8));
        }
        return told.toString();
    }

    private void fill() {
        for (int i = 0; i < 20; i++) {
            alice.ask("l", "lock" + i, "0");
            alice.ask("sl", "pool" + i, "0 2");
            alice.ask("rl", "book" + i, "0");
            alice.ask("incr", "visits" + i, "1");
            alice.ask("kset", "colour" + i, "blue");
            alice.ask("rpush", "jobs" + i, "one");
            alice.ask("listen", "news" + i, "");
            alice.ask("watch", "watched" + i, "");
            engine.client("waiter").send("bwait", "start" + i, "2 60");
            alice.ask("r", "idle" + i, Grant.of(alice.ask("l", "idle" + i, "0")).token());
        }
    }

    @Test
    void areTheSameInPiecesOfAnySize() {
        fill();
        String whole = engine.stats();

        for (int bytes : new int[] {1, 2, 100, 1_000, 100_000}) {
            assertThat(rest(engine.bare().notedStats(), bytes)).isEqualTo(whole);
        }
    }

    @Test
    @Pitfall("SL-10")
    void aPieceIsHardlyLongerThanAskedFor() {
        fill();
        Stats stats = engine.bare().notedStats();
        Lines piece = new Lines();

        boolean more = stats.print(piece, 500, engine.nowNanos());

        assertThat(more).isTrue();
        assertThat(piece.length()).isBetween(500, 700);
    }

    @Test
    void whatHasGoneMeanwhileIsLeftOut() {
        String token = Grant.of(alice.ask("l", "a", "0")).token();
        alice.ask("l", "b", "0");
        alice.ask("kset", "x", "1");
        alice.ask("kset", "y", "2");
        Stats stats = engine.bare().notedStats();

        alice.ask("r", "a", token);
        alice.ask("kdel", "x", "");

        assertThat(rest(stats, 1))
                .contains("\"locks\":[{\"key\":\"b\",")
                .contains("\"idle_locks\":[]")
                .contains("\"kv_entries\":[{\"key\":\"y\",");
    }

    @Test
    void whatHasBecomeAnotherKindMeanwhileIsLeftOut() {
        String token = Grant.of(alice.ask("l", "k", "0")).token();
        Stats stats = engine.bare().notedStats();

        alice.ask("r", "k", token);
        alice.ask("wl", "k", "0");

        assertThat(rest(stats, 1)).contains("\"locks\":[],").contains("\"rw_locks\":[],");
    }

    @Test
    void aRowTellsHowThingsAreWhenItIsPrinted() {
        alice.ask("l", "k", "0 20");
        Stats stats = engine.bare().notedStats();

        engine.client("bob").send("l", "k", "60");
        engine.passSeconds(5);

        assertThat(rest(stats, 1)).contains("\"lease_expires_in_s\":15.000,\"waiters\":1,");
    }
}
