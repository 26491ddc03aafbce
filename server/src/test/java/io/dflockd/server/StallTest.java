package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that stood still for longer than its timeouts does not hold it against its clients. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class StallTest {
    private static final String TIMEOUT = "5";
    private static final int STALL_MILLIS = 8_500;
    private static final int ITEMS = 40_000; // some 10 MB: more than the sockets take

    @Test
    @Pitfall({"LC-03", "SL-06"})
    void whatWasSaidInTimeIsHeardAfterwards() throws IOException, InterruptedException {
        try (ServerProcess server =
                        ServerProcess.start(List.of("--read-timeout=" + TIMEOUT, "--write-timeout=" + TIMEOUT));
                WireClient renewing = server.client();
                WireClient idle = server.client();
                WireClient reading = server.client()) {
            fillList(reading);
            String token = renewing.ask("l", "k", "0 60").split(" ", -1)[1];
            renewing.sendRaw("n\nk\n");
            reading.send("lrange", "q", "0 -1");
            assertThat(idle.ask("ping", "_", "_")).isEqualTo("ok");

            server.stall();
            renewing.sendRaw(token + " 60\n");
            idle.send("ping", "_", "_");
            idle.expectQuiet(STALL_MILLIS);
            server.signal("CONT");

            assertThat(renewing.readLine()).isEqualTo("ok 60");
            assertThat(idle.readLine()).isEqualTo("ok");
            assertThat(reading.readLine()).startsWith("ok [").endsWith("]");
        }
    }

    private static void fillList(WireClient client) {
        client.sendRaw(("rpush\nq\n" + "x".repeat(250) + "\n").repeat(ITEMS));
        for (int i = 0; i < ITEMS; i++) {
            client.readLine();
        }
    }
}
