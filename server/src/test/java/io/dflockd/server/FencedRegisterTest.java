package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Why grants have fences: a holder that was paused past its lease does not know that it is late. */
final class FencedRegisterTest {
    private static final int KEYS = 100;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** Storage that keeps the greatest fence it has seen and refuses writes with a smaller one. */
    private static final class FencedRegister {
        private long greatest;
        private String value = "";

        boolean write(String text, long fence) {
            if (Long.compareUnsigned(fence, greatest) < 0) {
                return false;
            }
            greatest = fence;
            value = text;
            return true;
        }
    }

    @Test
    @Pitfall({"FE-03", "DC-02"})
    void aHolderThatWasPausedPastItsLeaseWritesInVain() {
        DflockdServer server = servers.start();
        WireClient paused = servers.taggedClient();
        WireClient next = servers.taggedClient();
        paused.ask("1000 fence", "_", "on");
        next.ask("1000 fence", "_", "on");
        long[] stale = acquireAll(paused, "0 1");

        long[] fresh = acquireAll(next, "60"); // the first holder says nothing while its leases end

        awaitWaiters(server, 0);
        for (int key = 0; key < KEYS; key++) {
            FencedRegister register = new FencedRegister();
            assertThat(register.write("fresh", fresh[key])).isTrue();
            assertThat(register.write("stale", stale[key])).isFalse();
            assertThat(register.value).isEqualTo("fresh");
        }
    }

    /** The fence of each key's grant. */
    private static long[] acquireAll(WireClient client, String timeoutAndLease) {
        StringBuilder requests = new StringBuilder();
        for (int key = 0; key < KEYS; key++) {
            requests.append(key)
                    .append(" l\nk")
                    .append(key)
                    .append('\n')
                    .append(timeoutAndLease)
                    .append('\n');
        }
        client.sendRaw(requests.toString());
        long[] fences = new long[KEYS];
        for (int i = 0; i < KEYS; i++) {
            String[] grant = client.readLine().split(" ", -1);
            assertThat(grant[1]).isEqualTo("ok");
            fences[Integer.parseInt(grant[0])] = Long.parseUnsignedLong(grant[4]);
        }
        return fences;
    }
}
