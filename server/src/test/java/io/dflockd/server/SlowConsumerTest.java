package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Subscribers that do not read what they subscribed to. The write timeout is so long here that only a full queue can end
 * them.
 */
final class SlowConsumerTest {
    /** How many signals are sent before their answers are read. */
    private static final int BATCH = 100;

    /** What the buffers of the system and the queue of a subscriber could ever hold, in signals. */
    private static final int MOST_SIGNALS = 100_000;

    private static final long ALLOWED_GROWTH = 4 << 20;
    private static final String FILLING = "x".repeat(180);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final List<FrozenClient> frozen = new ArrayList<>();

    @AfterEach
    void closeFrozen() {
        frozen.forEach(FrozenClient::close);
        frozen.clear();
    }

    @Test
    @Pitfall("SW-01")
    void aFrozenSubscriberHoldsUpNobodyAndIsCutOff() {
        DflockdServer server = startPatient();
        WireClient publisher = servers.client();
        List<WireClient> readers = List.of(reader("news"), reader("news"));
        FrozenClient stuck = freeze(server, "listen", "news", "");

        int last = 0;
        int sent = 0;
        while (last != readers.size() && sent < MOST_SIGNALS) {
            last = publish(publisher, "news", sent).get(BATCH - 1);
            sent += BATCH;
            readBatch(readers, "news", sent - BATCH);
        }

        assertThat(last).as("receivers after " + sent + " signals").isEqualTo(readers.size());
        assertThat(publish(publisher, "news", sent)).containsOnly(readers.size());
        readBatch(readers, "news", sent);
        eventually().until(() -> server.connections() == 1 + readers.size());
        stuck.readToEnd();
    }

    /** What they did not read is kept for none of them: after each wave the memory is what it was after the first. */
    @Test
    @Pitfall("SW-02")
    void manyFrozenSubscribersAreCutOffAndTheirMemoryReturns() {
        int subscribers = 50;
        String channel = "news".repeat(60);
        DflockdServer server = startPatient();
        WireClient publisher = servers.client();
        long allowed = Long.MAX_VALUE;
        for (int wave = 0; wave < 3; wave++) {
            for (int i = 0; i < subscribers; i++) {
                freeze(server, "listen", channel, "");
            }
            publishUntilNobodyListens(publisher, channel);
            eventually().until(() -> server.connections() == 1);
            closeFrozen();

            long most = allowed;
            eventually().untilAsserted(() -> assertThat(usedMemory()).isLessThan(most));
            allowed = Math.min(allowed, usedMemory() + ALLOWED_GROWTH);
        }
    }

    @Test
    @Pitfall("SW-03")
    void whoeverIsCutOffLosesItsSocketItsLocksAndItsSubscriptions() {
        DflockdServer server = startPatient();
        WireClient publisher = servers.client();
        WireClient heir = servers.client();
        FrozenClient stuck = freeze(server, "listen", "news", "");
        assertThat(stuck.ask("listen", "news.*", "group")).isEqualTo("ok");
        assertThat(stuck.ask("watch", "hers", "_")).isEqualTo("ok");
        assertThat(stuck.ask("observe", "other", "_")).isEqualTo("ok");
        assertThat(stuck.ask("l", "hers", "0 600")).startsWith("ok ");
        assertThat(stuck.readLine()).isEqualTo("watch acquire hers");
        heir.send("l", "hers", "60");

        publishUntilNobodyListens(publisher, "news");

        assertThat(heir.readLine()).startsWith("ok ");
        stuck.readToEnd();
        eventually().until(() -> server.connections() == 2);
        assertThat(publisher.ask("stats", "_", "_"))
                .contains("\"connections\":2,", "\"signal_channels\":[],", "\"watch_channels\":[],");
        assertThat(publisher.ask("signal", "news.a", "to the group")).isEqualTo("ok 0");
    }

    /** Watch and leader events fill the same queue. */
    @Test
    @Pitfall("SW-03")
    void aFrozenWatcherAndAFrozenObserverAreCutOffToo() {
        String key = "k".repeat(250);
        DflockdServer server = startPatient();
        WireClient worker = servers.client();
        freeze(server, "watch", key, "");
        freeze(server, "observe", key, "");

        int rounds = 0;
        while (server.connections() > 1 && rounds < MOST_SIGNALS) {
            String token = worker.ask("elect", key, "0").split(" ", -1)[1];
            assertThat(worker.ask("resign", key, token)).isEqualTo("ok");
            rounds++;
        }

        assertThat(server.connections()).as("after " + rounds + " elections").isEqualTo(1);
    }

    /**
     * The frozen member gets its share until it is full, then the others get all. It is not cut off as long as they take
     * what it cannot, so in the end it can read what was counted for it.
     */
    @Test
    @Pitfall("SW-07")
    void aGroupWithAFrozenMemberLosesNoSignalAndCountsTruly() {
        DflockdServer server = startPatient();
        WireClient publisher = servers.client();
        FrozenClient stuck = freeze(server, "listen", "jobs", "workers");
        List<WireClient> readers = List.of(reader("mark"), reader("mark"));
        readers.forEach(
                each -> assertThat(each.ask("listen", "jobs", "workers")).isEqualTo("ok"));

        int counted = 0;
        int heard = 0;
        int heardOfLastBatch = 0;
        int batchesWithoutStuck = 0;
        while (batchesWithoutStuck < 20 && counted < MOST_SIGNALS) {
            counted += publish(publisher, "jobs", counted).stream()
                    .mapToInt(each -> each)
                    .sum();
            heardOfLastBatch = hearUntilMark(publisher, readers);
            heard += heardOfLastBatch;
            batchesWithoutStuck = heardOfLastBatch == BATCH ? batchesWithoutStuck + 1 : 0;
        }

        assertThat(heardOfLastBatch).as("of " + BATCH + " when one is full").isEqualTo(BATCH);
        assertThat(server.connections()).isEqualTo(4);
        stuck.send("unlisten", "jobs", "workers");
        int heardAtLast = 0;
        for (String line = stuck.readLine(); !line.equals("ok"); line = stuck.readLine()) {
            assertThat(line).startsWith("sig jobs ");
            heardAtLast++;
        }
        assertThat(heard + heardAtLast).isEqualTo(counted);
    }

    private DflockdServer startPatient() {
        return servers.start(config -> config.writeTimeout(Duration.ofMinutes(10)));
    }

    private WireClient reader(String channel) {
        WireClient client = servers.client();
        assertThat(client.ask("listen", channel, "")).isEqualTo("ok");
        return client;
    }

    private FrozenClient freeze(DflockdServer server, String command, String key, String argument) {
        FrozenClient client = new FrozenClient(server);
        frozen.add(client);
        assertThat(client.ask(command, key, argument)).isEqualTo("ok");
        return client;
    }

    /** Sends a batch and gives the number of receivers of each signal. */
    private static List<Integer> publish(WireClient publisher, String channel, int first) {
        publisher.sendRaw(IntStream.range(first, first + BATCH)
                .mapToObj(n -> "signal\n" + channel + "\n" + n + " " + FILLING + "\n")
                .collect(Collectors.joining()));
        return IntStream.range(0, BATCH)
                .mapToObj(i -> publisher.readLine())
                .map(answer -> Integer.valueOf(answer.substring("ok ".length())))
                .toList();
    }

    private static void publishUntilNobodyListens(WireClient publisher, String channel) {
        for (int sent = 0; sent < MOST_SIGNALS; sent += BATCH) {
            if (publish(publisher, channel, sent).get(BATCH - 1) == 0) {
                return;
            }
        }
        throw new AssertionError("somebody still listens after " + MOST_SIGNALS + " signals");
    }

    private static void readBatch(List<WireClient> readers, String channel, int first) {
        for (int n = first; n < first + BATCH; n++) {
            for (WireClient reader : readers) {
                assertThat(reader.readLine()).isEqualTo("sig " + channel + " " + n + " " + FILLING);
            }
        }
    }

    /** How many lines the readers heard since the last time. */
    private static int hearUntilMark(WireClient publisher, List<WireClient> readers) {
        assertThat(publisher.ask("signal", "mark", "mark")).isEqualTo("ok " + readers.size());
        int heard = 0;
        for (WireClient reader : readers) {
            while (!reader.readLine().equals("sig mark mark")) {
                heard++;
            }
        }
        return heard;
    }

    private static long usedMemory() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed() + PlatformDependent.usedDirectMemory();
    }
}
