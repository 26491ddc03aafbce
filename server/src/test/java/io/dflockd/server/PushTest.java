package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pushes on real sockets: whole lines, in order, beside the answers. Connections take turns on two event loops. */
final class PushTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdown();
    }

    @Test
    @Pitfall("SW-04")
    void aMillionPushesAndAnswersAreWholeLinesInOrder() {
        servers.start(config -> config.eventLoops(2));
        List<Talker> talkers = new ArrayList<>();
        for (int i = 0; i < Talker.COUNT; i++) {
            talkers.add(new Talker(i, servers.client()));
        }
        talkers.forEach(Talker::listen);

        List<CompletableFuture<Void>> running = talkers.stream()
                .map(talker -> beside(() -> talker.talkUntil(1_000_000 / Talker.COUNT)))
                .toList();
        running.forEach(CompletableFuture::join);

        assertThat(talkers.stream().mapToInt(talker -> talker.lines).sum()).isGreaterThanOrEqualTo(1_000_000);
    }

    /**
     * Signals to all talkers, itself included, and asks between. It goes on when it has heard all of this round, so no
     * one is ever more than a round behind, and no queue gets full.
     */
    private static final class Talker {
        static final int COUNT = 4;
        private static final int ROUND = 50;
        private static final String FILLING = "abcdefghijklmnopqrstuvwxyz".repeat(8);

        private final int number;
        private final WireClient client;
        private final int[] heard = new int[COUNT];
        private int answered;
        int lines;

        Talker(int number, WireClient client) {
            this.number = number;
            this.client = client;
        }

        void listen() {
            assertThat(client.ask("listen", "talk.*", "")).isEqualTo("ok");
            assertThat(client.ask("listen", "talk.>", "")).isEqualTo("ok");
        }

        void talkUntil(int enoughLines) {
            for (int first = 0; lines < enoughLines; first += ROUND) {
                client.sendRaw(IntStream.range(first, first + ROUND)
                        .mapToObj(n -> "signal\ntalk." + number + "\n" + payload(number, n) + "\nget\nnone\n_\n")
                        .collect(Collectors.joining()));
                hearRound(first + ROUND);
            }
        }

        private void hearRound(int end) {
            while (answered < 2 * end || IntStream.of(heard).anyMatch(count -> count < end)) {
                lines++;
                String line = client.readLine(PATIENCE);
                if (line.startsWith("sig ")) {
                    hear(line);
                } else {
                    assertThat(line).isEqualTo(answered % 2 == 0 ? "ok " + COUNT : "ok 0");
                    answered++;
                }
            }
        }

        private void hear(String line) {
            int from = line.charAt("sig talk.".length()) - '0';
            assertThat(line).isEqualTo("sig talk." + from + " " + payload(from, heard[from]));
            heard[from]++;
            if (from == number) {
                assertThat(answered / 2 + answered % 2)
                        .as("own signals answered before they are heard")
                        .isGreaterThanOrEqualTo(heard[from]);
            }
        }

        /** Of many lengths. */
        private static String payload(int from, int n) {
            return from + " " + n + " " + FILLING.substring(0, (n * 31 + from) % FILLING.length());
        }
    }

    @Test
    void signalsOfOneSenderArriveInOrder() {
        servers.start(config -> config.eventLoops(2));
        WireClient sender = servers.client();
        List<WireClient> listeners = Stream.of("news.a", "news.*", ">", "*.a")
                .map(pattern -> subscriber("listen", pattern))
                .toList();

        for (int first = 0; first < 20_000; first += 500) {
            sender.sendRaw(IntStream.range(first, first + 500)
                    .mapToObj(n -> "signal\nnews.a\n" + n + "\n")
                    .collect(Collectors.joining()));
            for (int n = first; n < first + 500; n++) {
                assertThat(sender.readLine()).isEqualTo("ok 4");
                for (WireClient listener : listeners) {
                    assertThat(listener.readLine()).isEqualTo("sig news.a " + n);
                }
            }
        }
    }

    /** The two silent strangers came later and are gone one after the other: more than the read timeout is over. */
    @Test
    @Pitfall("SW-12")
    void aSilentSubscriberStaysWhileASilentStrangerIsClosed() {
        servers.start(config -> config.readTimeout(Duration.ofSeconds(1)));
        WireClient listener = subscriber("listen", "news");
        WireClient watcher = subscriber("watch", "k");
        WireClient observer = subscriber("observe", "k");
        servers.client().expectEof();
        servers.client().expectEof();

        WireClient other = servers.client();
        assertThat(other.ask("signal", "news", "hello")).isEqualTo("ok 1");
        assertThat(other.ask("elect", "k", "0")).startsWith("ok ");

        assertThat(listener.readLine()).isEqualTo("sig news hello");
        assertThat(watcher.readLine()).isEqualTo("watch elect k");
        assertThat(observer.readLine()).isEqualTo("leader elected k");
    }

    @Test
    @Pitfall("SW-12")
    void aSubscriberThatUnsubscribedIsAStrangerAgain() {
        servers.start(config -> config.readTimeout(Duration.ofSeconds(1)));
        for (String kind : List.of("listen", "watch", "observe")) {
            WireClient former = subscriber(kind, "k");
            assertThat(former.ask("un" + kind, "k", "")).isEqualTo("ok");

            former.expectEof();
        }
    }

    @Test
    void theAnswerComesBeforeThePushesOfTheSameRequest() {
        servers.start(config -> config.eventLoops(2));
        WireClient client = subscriber("watch", "k");
        assertThat(client.ask("listen", "k", "")).isEqualTo("ok");
        assertThat(client.ask("listen", "k", "group")).isEqualTo("ok");
        for (int i = 0; i < 500; i++) {
            client.sendRaw("signal\nk\nhello\nelect\nk\n0\nobserve\nk\n_\n");
            assertThat(client.readLine()).isEqualTo("ok 2");
            assertThat(client.readLine()).isEqualTo("sig k hello");
            assertThat(client.readLine()).isEqualTo("sig k hello");
            String token = tokenOf(client.readLine());
            assertThat(client.readLine()).isEqualTo("watch elect k");
            assertThat(client.readLine()).isEqualTo("ok");
            assertThat(client.readLine()).isEqualTo("leader elected k");

            client.sendRaw("resign\nk\n" + token + "\nunobserve\nk\n_\nrpush\nk\nitem\nlpop\nk\n_\n");
            assertThat(client.readLine()).isEqualTo("ok");
            assertThat(List.of(client.readLine(), client.readLine()))
                    .containsExactlyInAnyOrder("watch resign k", "leader resigned k");
            assertThat(client.readLine()).isEqualTo("ok");
            assertThat(client.readLine()).isEqualTo("ok 1");
            assertThat(client.readLine()).isEqualTo("watch rpush k");
            assertThat(client.readLine()).isEqualTo("ok item");
            assertThat(client.readLine()).isEqualTo("watch lpop k");
        }
    }

    /** Somebody of another event loop wakes it. */
    @Test
    void theAnswerToAParkedRequestComesBeforeItsPushes() {
        servers.start(config -> config.eventLoops(2));
        WireClient waiter = subscriber("watch", "k");
        List<WireClient> others = List.of(servers.client(), servers.client());
        for (int i = 0; i < 1_000; i++) {
            WireClient other = others.get(i % 2);
            String held = tokenOf(other.ask("l", "k", "10"));
            assertThat(waiter.readLine()).isEqualTo("watch acquire k");
            waiter.send("l", "k", "60");
            eventually().until(() -> other.ask("stats", "_", "_").contains("\"waiters\":1,"));
            assertThat(other.ask("r", "k", held)).isEqualTo("ok");

            List<String> heard = List.of(waiter.readLine(), waiter.readLine(), waiter.readLine());
            String answer = heard.stream()
                    .filter(line -> line.startsWith("ok "))
                    .findFirst()
                    .orElseThrow();
            assertThat(heard).contains("watch release k");
            assertThat(heard.indexOf("watch acquire k")).as(heard.toString()).isGreaterThan(heard.indexOf(answer));
            assertThat(waiter.ask("r", "k", tokenOf(answer))).isEqualTo("ok");
            assertThat(waiter.readLine()).isEqualTo("watch release k");
        }
    }

    @Test
    @Pitfall("SW-06")
    void eventsOfAKeyArriveInTheOrderOfItsChanges() {
        int clients = 8;
        int turns = 500;
        servers.start(config -> config.eventLoops(2));
        List<WireClient> watchers = List.of(subscriber("watch", "k"), subscriber("watch", ">"));
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            WireClient client = servers.client();
            running.add(beside(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    client.send("l", "k", "60");
                    assertThat(client.ask("r", "k", tokenOf(client.readLine(PATIENCE))))
                            .isEqualTo("ok");
                }
            }));
        }

        for (WireClient watcher : watchers) {
            running.add(beside(() -> {
                for (int i = 0; i < clients * turns; i++) {
                    assertThat(watcher.readLine(PATIENCE)).isEqualTo("watch acquire k");
                    assertThat(watcher.readLine(PATIENCE)).isEqualTo("watch release k");
                }
            }));
        }

        running.forEach(CompletableFuture::join);
        watchers.forEach(watcher -> watcher.expectQuiet(20));
    }

    @Test
    @Pitfall("SW-06")
    void aReadAfterAnEventSeesTheChangeOrALaterOne() {
        int changes = 3_000;
        servers.start(config -> config.eventLoops(2));
        List<WireClient> readers = List.of(subscriber("watch", "k"), subscriber("watch", "k"));
        List<WireClient> writers = List.of(servers.client(), servers.client());
        CompletableFuture<Void> writing = beside(() -> {
            for (int n = 1; n <= changes; n++) {
                assertThat(writers.get(n % 2).ask("kset", "k", "" + n)).isEqualTo("ok");
            }
        });

        for (WireClient reader : readers) {
            int events = 0;
            while (events < changes) {
                assertThat(reader.readLine(PATIENCE)).isEqualTo("watch kset k");
                events++;
                reader.send("kget", "k", "_");
                String line = reader.readLine();
                while (line.startsWith("watch ")) {
                    events++;
                    line = reader.readLine();
                }
                assertThat(Integer.parseInt(line.substring("ok ".length()))).isGreaterThanOrEqualTo(events);
            }
        }
        writing.join();
        assertThat(writers.get(0).ask("kdel", "k", "_")).isEqualTo("ok");
    }

    private WireClient subscriber(String command, String pattern) {
        WireClient client = servers.client();
        assertThat(client.ask(command, pattern, "")).isEqualTo("ok");
        return client;
    }

    private CompletableFuture<Void> beside(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    /** Of {@code ok <token> <lease>[ <fence>]}. */
    private static String tokenOf(String line) {
        assertThat(line).startsWith("ok ");
        return line.substring(3, 35);
    }
}
