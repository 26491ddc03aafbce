package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** An answer of megabytes is written in pieces, at the pace of its reader. */
final class LongListTest {
    private static final int ITEMS = 40_000;
    private static final byte[] LRANGE = "lrange\nq\n0 -1\n".getBytes(StandardCharsets.US_ASCII);
    private static final String ITEM = "x".repeat(250);
    private static final int ANSWER = "ok []".length() + ITEMS * (ITEM.length() + 3) - 1;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** One event loop serves both: if it were busy with the list, nobody would be answered meanwhile. */
    @Test
    @Pitfall({"SL-10", "LC-03"})
    void othersAreAnsweredWhileItIsWritten() {
        servers.start(config -> config.eventLoops(1));
        WireClient curious = servers.client();
        WireClient other = servers.client();
        fillList(curious, ITEM);

        curious.send("lrange", "q", "0 -1");
        int answered = 0;
        Received list = Received.SILENCE;
        while (!list.isLine()) {
            assertThat(other.ask("ping", "_", "_")).isEqualTo("ok");
            answered++;
            list = curious.receive(Duration.ofMillis(1));
        }

        assertThat(list.text()).hasSize(ANSWER);
        assertThat(answered).as("answers while the list was written").isGreaterThan(5);
    }

    @Test
    void itIsTheListOfTheMomentInWhichItWasAskedFor() throws IOException {
        DflockdServer server = servers.start(config -> config.writeTimeout(Duration.ZERO));
        WireClient consumer = servers.client();
        fillList(consumer, ITEM);

        try (Socket curious =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            curious.getOutputStream().write(LRANGE);
            InputStream in = curious.getInputStream();
            assertThat(in.readNBytes(4)).asString().isEqualTo("ok [");
            consumer.sendRaw("lpop\nq\n_\n".repeat(ITEMS) + "rpush\nq\nlate\n".repeat(10));
            IntStream.range(0, ITEMS + 10).forEach(i -> consumer.readLine());

            String rest = new String(in.readNBytes(ANSWER - 4), StandardCharsets.US_ASCII);
            assertThat(rest).hasSize(ANSWER - 4).endsWith("]").doesNotContain("late");
        }
        assertThat(consumer.ask("llen", "q", "_")).isEqualTo("ok 10");
    }

    /** Events wait for the end of the line, and a client that reads it steadily is not cut off for them. */
    @Test
    @Pitfall("SL-06")
    void eventsThatComeMeanwhileFollowIt() throws IOException {
        DflockdServer server = servers.start(config -> config.writeTimeout(Duration.ZERO));
        WireClient other = servers.client();
        fillList(other, ITEM);
        int pieces = 100;
        int events = 40;

        try (Socket reader =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            reader.setSoTimeout(30_000);
            reader.getOutputStream().write("watch\nhits\n\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = reader.getInputStream();
            assertThat(in.readNBytes(3)).asString().isEqualTo("ok\n");
            reader.getOutputStream().write(LRANGE);
            for (int i = 0; i < pieces; i++) {
                assertThat(in.readNBytes(ANSWER / pieces)).hasSize(ANSWER / pieces);
                other.sendRaw("incr\nhits\n1\n".repeat(events));
                IntStream.range(0, events).forEach(event -> other.readLine());
            }

            in.readNBytes(ANSWER % pieces + 1);
            String heard = "watch incr hits\n".repeat(pieces * events);
            assertThat(in.readNBytes(heard.length())).asString().isEqualTo(heard);
        }
    }

    @Test
    void whatIsAskedBehindItIsAnsweredBehindIt() {
        servers.start();
        WireClient client = servers.taggedClient();
        fillList(servers.client(), ITEM);
        int behind = 10_000; // more than a connection keeps for later

        client.sendRaw("1 lrange\nq\n0 -1\n" + "2 ping\n_\n_\n".repeat(behind) + "3 lrange\nq\n0 0\n");

        assertThat(client.readLine()).hasSize("1 ".length() + ANSWER);
        for (int i = 0; i < behind; i++) {
            assertThat(client.readLine()).isEqualTo("2 ok");
        }
        assertThat(client.readLine()).isEqualTo("3 ok [\"" + ITEM + "\"]");
    }

    @Test
    @Pitfall("SL-12")
    void manyReadersOfItNeedNoMemoryForIt() throws IOException {
        String hardToWrite =
                "\u0001".repeat(250); // six bytes each in JSON: 60 MB for every reader, in a heap of 256 MB
        try (ServerProcess server = ServerProcess.start(List.of("--write-timeout=0"));
                WireClient writer = server.client()) {
            fillList(writer, hardToWrite);
            List<WireClient> readers =
                    IntStream.range(0, 40).mapToObj(i -> server.client()).toList();

            readers.forEach(reader -> reader.send("lrange", "q", "0 -1"));

            assertThat(writer.ask("l", "k", "0")).startsWith("ok ");
            assertThat(readers.get(0).readLine(Duration.ofMinutes(1))).hasSize(5 + ITEMS * (6 * 250 + 3) - 1);
            readers.forEach(WireClient::close);
            assertThat(writer.ask("ping", "_", "_")).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    @Pitfall("SL-06")
    void whoReadsItSlowlyButSteadilyGetsAllOfIt(Transport transport) throws Exception {
        assumeTrue(transport != Transport.EPOLL || Epoll.isAvailable(), "this machine has no epoll");
        assumeTrue(transport != Transport.IO_URING || IoUring.isAvailable(), "this machine has no io_uring");
        DflockdServer server =
                servers.start(config -> config.transport(transport).writeTimeout(Duration.ofSeconds(2)));
        fillList(servers.client(), ITEM);

        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(65_536);
            slow.connect(server.address());
            slow.getOutputStream().write(LRANGE);
            InputStream in = slow.getInputStream();
            int read = 0;
            while (read < ANSWER + 1) {
                int count = in.readNBytes(new byte[262_144], 0, Math.min(262_144, ANSWER + 1 - read));
                assertThat(count).as("bytes read after " + read).isPositive();
                read += count;
                Thread.sleep(100); // some four seconds for all of it
            }
        }
    }

    private static void fillList(WireClient client, String item) {
        client.sendRaw(("rpush\nq\n" + item + "\n").repeat(ITEMS));
        for (int i = 0; i < ITEMS; i++) {
            client.readLine();
        }
    }
}
