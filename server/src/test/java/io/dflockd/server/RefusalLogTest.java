package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RefusalLogTest {
    private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("client", 4711);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_500_000_000L);
    private final RefusalLog refusals = new RefusalLog(nanos::get);

    @Test
    void saysOneLineASecondAndCountsTheOthers() {
        try (LogCapture log = LogCapture.ofEverything()) {
            refusals.note("wrong secret", ADDRESS);
            refusals.note("wrong secret", ADDRESS);
            refusals.note("wrong secret", ADDRESS);
            nanos.addAndGet(1_000_000_000L);
            refusals.note("no TLS", ADDRESS);
            nanos.addAndGet(1_000_000_000L);
            refusals.note("wrong secret", ADDRESS);

            List<String> said = log.lines().stream()
                    .filter(line -> line.contains("turned a client away"))
                    .toList();
            assertThat(said).hasSize(3);
            assertThat(said.get(0)).endsWith("turned a client away at client/<unresolved>:4711: wrong secret");
            assertThat(said.get(1)).endsWith("no TLS (and 2 others since the last such line)");
            assertThat(said.get(2)).endsWith("wrong secret");
        }
    }

    @Test
    @Pitfall("SL-12")
    void saysOneLineAMinuteWhenThereIsNoMemoryForBuffers() {
        OutOfMemoryError shortage = new OutOfMemoryError("Cannot reserve 65536 bytes of direct buffer memory");
        try (LogCapture log = LogCapture.ofEverything()) {
            for (int second = 0; second <= 60; second++) {
                refusals.noteShortage(shortage, ADDRESS);
                nanos.addAndGet(1_000_000_000L);
            }

            assertThat(log.lines())
                    .containsExactly(
                            "turned a client away at client/<unresolved>:4711, no memory for its buffers:"
                                    + " Cannot reserve 65536 bytes of direct buffer memory",
                            "turned a client away at client/<unresolved>:4711, no memory for its buffers:"
                                    + " Cannot reserve 65536 bytes of direct buffer memory"
                                    + " (and 59 others since the last such line)");
        }
    }
}
