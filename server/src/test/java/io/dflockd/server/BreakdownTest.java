package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a server does when its engine has broken down. That it is told of every error is in ConnectionTest. */
final class BreakdownTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    void aServerInAProgramThatChoseNothingCloses() {
        DflockdServer server = servers.start();
        WireClient client = servers.client();
        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
        InetSocketAddress address = server.address();

        try (LogCapture log = LogCapture.of(Breakdown.class)) {
            server.breakdown().accept(new LinkageError("planted"));

            client.expectEof();
            eventually().until(() -> refusesConnections(address));
            assertThat(log.lines()).singleElement().asString().contains("the server ends", "planted");
        }
    }

    private static boolean refusesConnections(InetSocketAddress address) {
        try (Socket unused = new Socket(address.getAddress(), address.getPort())) {
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    @Test
    void theProgramIsToldOnceHoweverOftenItHappens() {
        List<Error> told = new ArrayList<>();
        Breakdown breakdown = new Breakdown(told::add);
        OutOfMemoryError first = new OutOfMemoryError("planted");

        try (LogCapture log = LogCapture.of(Breakdown.class)) {
            breakdown.accept(first);
            breakdown.accept(new LinkageError("another"));

            assertThat(told).containsExactly(first);
            assertThat(log.lines()).hasSize(1);
        }
    }
}
