package io.dflockd.server;

import static io.dflockd.server.ServerFixture.acquireMany;
import static io.dflockd.server.ServerFixture.awaitWaiters;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A client that has said all it has to say, and closes its sending side: every whole frame is run and answered, however
 * slowly it reads. Only what is parked is withdrawn.
 */
final class HalfCloseTest {
    /** A list of some 2 MB: more than the server keeps for a client that does not read. */
    private static final int ITEMS = 8_000;

    private static final String ITEM = "x".repeat(250);
    private static final int LIST_ANSWER = "ok []".length() + ITEMS * (ITEM.length() + 3) - 1;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    @Pitfall("DC-01")
    void oneFrameBeforeItIsAnswered(Transport transport) {
        start(transport);

        for (int i = 0; i < 50; i++) {
            WireClient client = servers.client();
            client.send("l", "k" + i, "0");
            client.halfClose();

            assertThat(client.readLine()).startsWith("ok ");
            client.expectEof();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void thousandsOfFramesBeforeItAreAllRunAndAnswered(Transport transport) {
        start(transport);
        WireClient client = servers.client();
        int frames = 20_000;

        client.sendRaw("rpush\nq\nitem\n".repeat(frames));
        client.halfClose();

        for (int i = 1; i <= frames; i++) {
            assertThat(client.readLine()).isEqualTo("ok " + i);
        }
        client.expectEof();
        assertThat(servers.client().ask("llen", "q", "_")).isEqualTo("ok " + frames);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void longAnswersBeforeItComeWhole(Transport transport) {
        start(transport);
        fillList();
        WireClient client = servers.client();

        client.sendRaw("lrange\nq\n0 -1\n".repeat(10) + "ping\n_\n_\n");
        client.halfClose();

        servers.client().ask("ping", "_", "_");
        for (int i = 0; i < 10; i++) {
            assertThat(client.readLine()).hasSize(LIST_ANSWER).endsWith("\"]");
        }
        assertThat(client.readLine()).isEqualTo("ok");
        client.expectEof();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void statsAndWhatIsBehindItComeWhole(Transport transport) {
        start(transport);
        acquireMany(servers.client(), "k", 1_020);
        fillList();
        WireClient client = servers.client();

        client.sendRaw("stats\n_\n_\n" + "lrange\nq\n0 -1\n".repeat(5) + "stats\n_\n_\n");
        client.halfClose();

        assertThat(client.readLine()).startsWith("ok {").endsWith("}");
        for (int i = 0; i < 5; i++) {
            assertThat(client.readLine()).hasSize(LIST_ANSWER);
        }
        assertThat(client.readLine()).startsWith("ok {").endsWith("}");
        client.expectEof();
    }

    @Test
    @Pitfall("DC-01")
    void whatIsParkedIsWithdrawnAndWhatIsBehindItIsRun() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        assertThat(holder.ask("l", "k", "0")).startsWith("ok ");
        WireClient client = servers.client();

        client.sendRaw("l\nk\n60\nblpop\nempty\n60\nrpush\nq\nx\nl\nk\n60\n");
        awaitWaiters(server, 1);
        client.halfClose();

        assertThat(client.readLine()).isEqualTo("timeout");
        assertThat(client.readLine()).isEqualTo("nil");
        assertThat(client.readLine()).isEqualTo("ok 1");
        assertThat(client.readLine()).isEqualTo("timeout");
        client.expectEof();
        awaitWaiters(server, 0);
    }

    @Test
    @Pitfall("DC-01")
    void thousandsOfParkedRequestsAreWithdrawn() {
        DflockdServer server = servers.start();
        WireClient client = servers.taggedClient();
        int requests = 5_000;
        client.sendRaw(IntStream.range(0, requests)
                .mapToObj(i -> i + " blpop\nq" + i % 100 + "\n60\n")
                .collect(Collectors.joining()));
        eventually().until(() -> server.census().waiters() == requests);

        client.halfClose();

        Set<String> answers = new HashSet<>();
        for (int i = 0; i < requests; i++) {
            answers.add(client.readLine());
        }
        assertThat(answers)
                .isEqualTo(
                        IntStream.range(0, requests).mapToObj(i -> i + " nil").collect(Collectors.toSet()));
        client.expectEof();
    }

    /** The mail for it cannot be written before the list, and must not keep its requests in the queue until then. */
    @Test
    @Pitfall("DC-01")
    void whatIsParkedIsWithdrawnWhileALongAnswerAndMailAreOnTheirWay() {
        DflockdServer server = servers.start(config -> config.writeTimeout(Duration.ZERO));
        fillList();
        WireClient holder = servers.client();
        String token = holder.ask("l", "k", "0").split(" ", -1)[1];
        WireClient client = servers.taggedClient();
        client.sendRaw("1 listen\nnews\n\n2 l\nk\n600\n"
                + IntStream.range(3, 13).mapToObj(i -> i + " lrange\nq\n0 -1\n").collect(Collectors.joining()));
        assertThat(client.readLine()).isEqualTo("1 ok");
        awaitWaiters(server, 1);
        assertThat(holder.ask("signal", "news", "x")).isEqualTo("ok 1");

        client.halfClose();

        eventually().until(() -> {
            client.receive(Duration.ofMillis(10)); // it reads, or its end would not be seen behind what it sent
            return server.census().waiters() == 0;
        });
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        assertThat(servers.client().ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    void itsLocksAreFreeWhenEverythingIsAnswered() {
        servers.start();
        WireClient client = servers.client();
        client.send("l", "k", "0 600");
        client.halfClose();
        assertThat(client.readLine()).startsWith("ok ");

        assertThat(servers.client().ask("l", "k", "5")).startsWith("ok ");
    }

    private void start(Transport transport) {
        assumeTrue(transport != Transport.EPOLL || Epoll.isAvailable(), "this machine has no epoll");
        assumeTrue(transport != Transport.IO_URING || IoUring.isAvailable(), "this machine has no io_uring");
        servers.start(config -> config.transport(transport).maxLocks(2_000));
    }

    private void fillList() {
        WireClient client = servers.client();
        client.sendRaw(("rpush\nq\n" + ITEM + "\n").repeat(ITEMS));
        for (int i = 0; i < ITEMS; i++) {
            client.readLine();
        }
    }
}
