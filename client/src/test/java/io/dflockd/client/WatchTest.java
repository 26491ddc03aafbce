package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WatchTest extends OnServer {
    private final Heard heard = new Heard();

    @Test
    void tellsWhatHappensToTheKeys() {
        client.watch("stock.>", heard.changes());

        try (WireClient outside = server.wireClient()) {
            outside.ask("kset", "stock.a", "1");
            outside.ask("kset", "other", "1");
            outside.ask("incr", "stock.b.c", "1");
        }
        client.lock("stock.l").acquire(Duration.ZERO).close();

        heard.awaitExactly("KSET stock.a", "INCR stock.b.c", "ACQUIRE stock.l", "RELEASE stock.l");
    }

    @Test
    void callsEachHandlerOnceHoweverManyPatternsMatch() {
        client.watch("k", heard.changes());
        client.watchAsync("*", heard.changes())
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        client.watch(">", heard.changes());

        try (WireClient outside = server.wireClient()) {
            outside.ask("kdel", "k", "_");
            outside.ask("rpush", "x", "1");
        }

        heard.await("RPUSH x");
        Patience.eventually().until(() -> heard.count() >= 5);
        assertThat(heard.all()).containsExactlyInAnyOrder("KDEL k", "KDEL k", "KDEL k", "RPUSH x", "RPUSH x");
    }

    @Test
    void whatAHandlerReadsIsNotOlderThanTheChange() {
        client.watch(
                "mode",
                change -> heard.add(
                        change.event() + " " + client.values().get(change.key()).orElse("nothing")));

        try (WireClient outside = server.wireClient()) {
            outside.ask("kset", "mode", "blue");
            heard.awaitExactly("KSET blue");
            outside.ask("kdel", "mode", "_");
            heard.awaitExactly("KSET blue", "KDEL nothing");
        }
    }

    @Test
    void keepsWatchesAndSignalsOfTheSameNameApart() {
        Heard signals = new Heard();
        Subscription watch = client.watch("a", heard.changes());
        client.signals().listen("a", signals.signals());

        try (WireClient outside = server.wireClient()) {
            outside.ask("incr", "a", "1");
            outside.ask("signal", "a", "hello");
            heard.awaitExactly("INCR a");
            signals.awaitExactly("a=hello");

            watch.close();
            outside.ask("incr", "a", "1");
            outside.ask("signal", "a", "bye");
            signals.awaitExactly("a=hello", "a=bye");
            heard.awaitExactly("INCR a");
        }
    }

    @Test
    void aChangeThatIsNewToTheClientKeepsItsWord() {
        try (ScriptedServer newer = ScriptedServer.tagged()) {
            newer.on("watch", "ok");
            try (Dflockd reader = Clients.of(newer.address())) {
                reader.watch("k", change -> heard.add(change.event() + " " + change.word()));

                newer.push("watch teleport k");

                heard.awaitExactly("OTHER teleport");
            }
        }
    }
}
