package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's part of a shutdown: 4.17 of PROTOCOL.md. */
@Pitfall("SL-04")
final class DrainTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @Test
    void everyParkedRequestIsAnswered() {
        alice.send("l", "lock", "0");
        alice.send("wl", "book", "0");
        alice.answer();
        alice.answer();
        bob.send("l", "lock", "60");
        carol.send("re", "book", "");
        carol.answer();
        carol.send("rw", "book", "60");
        TestClient tagged = engine.client("tagged");
        tagged.send("tag", "_", "on");
        tagged.answer();
        tagged.send("7 l", "lock", "60");

        engine.drain();

        assertThat(bob.answer()).isEqualTo("error_draining");
        assertThat(carol.answer()).isEqualTo("error_draining");
        assertThat(tagged.answer()).isEqualTo("7 error_draining");
        assertThat(alice.hasNoAnswer()).isTrue();
        assertThat(engine.census().waiters()).isZero();
    }

    /** The order is one that every replica finds, and not that of a hash table. */
    @Test
    void waitersAreDismissedKeyByKey() {
        List<String> keys = IntStream.range(0, 10_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == 0)
                .limit(20)
                .sorted()
                .toList();
        TestClient waiter = engine.client("waiter");
        waiter.send("tag", "_", "on");
        waiter.answer();
        for (int i = keys.size() - 1; i >= 0; i--) {
            alice.send("l", keys.get(i), "0");
            waiter.send(i + " l", keys.get(i), "60");
        }

        engine.drain();

        for (int i = 0; i < keys.size(); i++) {
            assertThat(waiter.answer()).isEqualTo(i + " error_draining");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "l, 0",
        "sl, 0 2",
        "rl, 0",
        "wl, 9",
        "elect, 0",
        "e, ''",
        "se, 2",
        "re, ''",
        "we, ''",
        "incr, 1",
        "fence, on",
        "tag, on",
        "cancel, 1",
        "stable-ref, ''",
        "barrier, ''",
    })
    void newWorkIsRefused(String command, String argument) {
        engine.drain();

        assertThat(alice.ask(command, "k", argument)).isEqualTo("error_draining");

        assertThat(engine.census().resources()).isZero();
    }

    @Test
    void holdersMayFinish() {
        Grant lock = Grant.of(alice.ask("l", "lock", "0"));
        Grant read = Grant.of(alice.ask("rl", "book", "0"));

        engine.drain();

        assertThat(alice.ask("ping", "_", "")).isEqualTo("ok");
        assertThat(alice.ask("stats", "_", "")).startsWith("ok {");
        assertThat(alice.ask("n", "lock", lock.token())).isEqualTo("ok 33");
        assertThat(alice.ask("rn", "book", read.token())).startsWith("ok 33 ");
        assertThat(alice.ask("r", "lock", lock.token())).isEqualTo("ok");
        assertThat(engine.bare().holdsAny(alice.session())).isTrue();
        assertThat(alice.ask("rr", "book", read.token())).isEqualTo("ok");
        assertThat(engine.bare().holdsAny(alice.session())).isFalse();
    }

    @Test
    void whatWasGrantedCanBeCollectedAndWhatWasQueuedCannot() {
        assertThat(alice.ask("e", "told", "")).startsWith("acquired ");
        carol.send("l", "granted", "0 5");
        carol.answer();
        assertThat(alice.ask("e", "granted", "")).isEqualTo("queued");
        engine.passSeconds(5);
        carol.send("l", "queued", "0");
        assertThat(alice.ask("e", "queued", "")).isEqualTo("queued");

        engine.drain();

        assertThat(alice.ask("w", "told", "9")).startsWith("ok ");
        assertThat(alice.ask("w", "granted", "9")).startsWith("ok ");
        assertThat(alice.ask("w", "queued", "9")).isEqualTo("error_draining");
        assertThat(alice.ask("w", "nothing", "9")).isEqualTo("error_draining");
    }

    @Test
    void aLapsedEntryIsStillReported() {
        assertThat(alice.ask("e", "k", "5")).startsWith("acquired ");
        engine.passSeconds(5);
        engine.drain();

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_lease_expired");
    }

    @Test
    void leasesGoOnEnding() {
        alice.send("l", "k", "0 5");
        engine.drain();

        engine.passSeconds(5);
        engine.sweep();

        assertThat(engine.bare().holdsAny(alice.session())).isFalse();
        assertThat(engine.census().holders()).isZero();
    }

    @Test
    void nobodyMovesUpWhileTheQueueIsDismissed() {
        alice.send("rl", "book", "0");
        bob.send("wl", "book", "60");
        carol.send("rl", "book", "60");

        engine.drain();

        assertThat(bob.answer()).isEqualTo("error_draining");
        assertThat(carol.answer()).isEqualTo("error_draining");
        assertThat(engine.census().holders()).isEqualTo(1);
    }

    @Test
    void nobodyIsGrantedWhatFallsFree() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        assertThat(bob.ask("e", "k", "")).isEqualTo("queued");
        carol.send("l", "k", "60");

        engine.drain();
        alice.send("r", "k", grant.token());

        assertThat(engine.census().holders()).isZero();
        assertThat(carol.answer()).isEqualTo("error_draining");
    }
}
