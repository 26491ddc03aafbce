package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the engine does in steps is carried on to its end, and in the same order as if it were done at once. */
final class MuchAtOnceTest {
    private static final int MANY = 3_000;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    void allReadersBehindAWriterEnterInOrderWhenItGoes() {
        servers.start();
        WireClient writer = servers.client();
        WireClient readers = servers.taggedClient();
        String token = writer.ask("wl", "k", "0").split(" ", -1)[1];
        readers.sendRaw(frames(MANY, i -> i + " rl\nk\n60\n"));
        readers.send(MANY + " ping", "_", "");
        assertThat(readers.readLine()).isEqualTo(MANY + " ok");

        assertThat(writer.ask("wr", "k", token)).isEqualTo("ok");

        for (int i = 0; i < MANY; i++) {
            assertThat(readers.readLine()).startsWith(i + " ok ");
        }
    }

    @Test
    void aRequestBehindVeryManyEndingLeasesIsRunWhenTheyAreOver() {
        AtomicLong clock = new AtomicLong(1);
        servers.start(config -> config.maxLocks(2 * MANY), clock::get);
        List<String> keys = Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == 7)
                .limit(MANY)
                .toList();
        WireClient holder = servers.client();
        holder.sendRaw(frames(MANY, i -> "l\n" + keys.get(i) + "\n0 5\n"));
        for (int i = 0; i < MANY; i++) {
            assertThat(holder.readLine()).startsWith("ok ");
        }

        clock.addAndGet(Duration.ofSeconds(6).toNanos());

        WireClient next = servers.client();
        next.sendRaw(frames(100, i -> "l\n" + keys.get(MANY - 1 - i) + "\n0\n"));
        for (int i = 0; i < 100; i++) {
            assertThat(next.readLine()).startsWith("ok ");
        }
    }

    @Test
    void nobodyHearsWhatAClientWithManySubscriptionsLeavesBehind() {
        DflockdServer server = servers.start();
        WireClient listener = servers.client();
        listener.sendRaw(frames(MANY, i -> "listen\norders." + i + "\nworkers\n"));
        for (int i = 0; i < MANY; i++) {
            assertThat(listener.readLine()).isEqualTo("ok");
        }

        listener.close();

        ServerFixture.eventually().until(() -> server.census().listens() == 0);
        assertThat(servers.client().ask("signal", "orders.5", "x")).isEqualTo("ok 0");
    }

    private static String frames(int count, IntFunction<String> frame) {
        return IntStream.range(0, count).mapToObj(frame).collect(Collectors.joining());
    }
}
