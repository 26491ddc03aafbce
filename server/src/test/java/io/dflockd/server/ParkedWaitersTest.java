package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ParkedWaitersTest {
    private static final int WAITERS = 10_000;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** A parked request needs no thread at all, neither of the platform nor a virtual one: one event loop does. */
    @Test
    @Pitfall("JV-01")
    void tenThousandBlockedRequestsNeedNoThreadAndHoldUpNobody() {
        DflockdServer server = servers.start(config -> config.eventLoops(1));
        WireClient holder = servers.client();
        String token = holder.ask("l", "k", "0").split(" ", -1)[1];
        WireClient waiting = servers.taggedClient();
        List<String> threadsBefore = ServerThreads.names();

        for (int first = 1; first <= WAITERS; first += 1_000) {
            waiting.sendRaw(IntStream.range(first, first + 1_000)
                    .mapToObj(tag -> tag + " l\nk\n600\n")
                    .collect(Collectors.joining()));
        }
        awaitWaiters(server, WAITERS);

        assertThat(threadsBefore).containsAll(ServerThreads.names());
        assertThat(servers.client().ask("l", "free", "0")).startsWith("ok ");
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        assertThat(waiting.readLine()).startsWith("1 ok ");
        waiting.expectQuiet(20);
        awaitWaiters(server, WAITERS - 1);
    }
}
