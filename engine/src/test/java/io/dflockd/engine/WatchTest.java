package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who hears of a change, and when: 2.11, 4.7 and 4.15 of PROTOCOL.md. */
final class WatchTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient watcher = engine.client("watcher");
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void everyWatcherHearsOfAChange() {
        TestClient other = engine.client("other");
        assertThat(watcher.ask("watch", "k", "")).isEqualTo("ok");
        assertThat(other.ask("watch", "*", "any argument")).isEqualTo("ok");

        alice.ask("kset", "k", "1");

        assertThat(heard(watcher)).containsExactly("watch kset k");
        assertThat(heard(other)).containsExactly("watch kset k");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("SW-08")
    void anEventComesOnceToAConnectionHoweverManyOfItsPatternsMatch() {
        for (String pattern : List.of("k.a", "k.*", "*.a", "*.*", "k.>", ">", "k.a")) {
            watcher.ask("watch", pattern, "");
        }

        alice.ask("kset", "k.a", "1");

        assertThat(heard(watcher)).containsExactly("watch kset k.a");
    }

    @Test
    void onlyTheLastPatternThatGoesEndsIt() {
        watcher.ask("watch", "k", "");
        watcher.ask("watch", "k", "");
        watcher.ask("watch", "*", "");

        assertThat(watcher.ask("unwatch", "k", "")).isEqualTo("ok");
        alice.ask("kset", "k", "1");
        assertThat(heard(watcher)).containsExactly("watch kset k");

        assertThat(watcher.ask("unwatch", "*", "")).isEqualTo("ok");
        assertThat(watcher.ask("unwatch", "*", "")).isEqualTo("ok");
        alice.ask("kset", "k", "2");
        assertThat(watcher.hasNoAnswer()).isTrue();
    }

    @Test
    void unwatchConcernsOnesOwnWatchOnly() {
        watcher.ask("watch", "k", "");

        assertThat(bob.ask("unwatch", "k", "")).isEqualTo("ok");

        alice.ask("kset", "k", "1");
        assertThat(heard(watcher)).containsExactly("watch kset k");
    }

    @Test
    void nothingIsReportedOfThePast() {
        alice.ask("l", "k", "0");
        alice.ask("kset", "k", "1");

        watcher.send("watch", "k", "");

        assertThat(heard(watcher)).containsExactly("ok");
    }

    @Test
    void aNameIsWatchedInAllNamespaces() {
        watcher.ask("watch", "k", "");

        alice.ask("l", "k", "0");
        alice.ask("incr", "k", "1");
        alice.ask("kset", "k", "1");
        alice.ask("rpush", "k", "1");

        assertThat(heard(watcher)).containsExactly("watch acquire k", "watch incr k", "watch kset k", "watch rpush k");
    }

    @Test
    void ownOperationsAreReportedToo() {
        alice.ask("watch", "k", "");

        alice.send("kset", "k", "1");

        assertThat(heard(alice)).containsExactly("ok", "watch kset k");
    }

    @Test
    void aWatcherWhoseRequestIsParkedHearsOfTheChange() {
        alice.ask("l", "other", "0");
        watcher.ask("watch", "k", "");
        watcher.send("l", "other", "60");

        alice.ask("kset", "k", "1");

        assertThat(heard(watcher)).containsExactly("watch kset k");
    }

    @Test
    void pushesCarryNoTag() {
        watcher.ask("tag", "_", "on");
        watcher.ask("1 watch", "k", "");

        watcher.send("2 kset", "k", "1");

        assertThat(heard(watcher)).containsExactly("2 ok", "watch kset k");
    }

    @Test
    void watchesAndListensOfOneNameAreSeparate() {
        watcher.ask("watch", "k", "");
        bob.ask("listen", "k", "");

        assertThat(alice.ask("signal", "k", "x")).isEqualTo("ok 1");
        alice.ask("kset", "k", "1");

        assertThat(heard(watcher)).containsExactly("watch kset k");
        assertThat(heard(bob)).containsExactly("sig k x");
        watcher.ask("unlisten", "k", "");
        bob.ask("unwatch", "k", "");
        assertThat(alice.ask("signal", "k", "x")).isEqualTo("ok 1");
        alice.ask("kset", "k", "1");
        assertThat(watcher.answer()).isEqualTo("watch kset k");
    }

    @Test
    void aWatcherThatHasGoneIsForgotten() {
        watcher.ask("watch", "k", "");

        watcher.disconnect();

        assertThat(alice.ask("kset", "k", "1")).isEqualTo("ok");
        assertThat(watcher.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("SW-06")
    void aReadAfterAnEventSeesTheChange() {
        watcher.ask("watch", ">", "");

        for (int i = 1; i <= 50; i++) {
            alice.ask("incr", "c", "1");

            assertThat(heard(watcher)).containsExactly("watch incr c");
            assertThat(watcher.ask("get", "c", "")).isEqualTo("ok " + i);
        }
    }
}
