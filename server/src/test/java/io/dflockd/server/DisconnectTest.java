package io.dflockd.server;

import static io.dflockd.server.ServerFixture.acquireMany;
import static io.dflockd.server.ServerFixture.awaitQuiet;
import static io.dflockd.server.ServerFixture.awaitWaiters;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that go away, politely or not, and what becomes of what they had. */
final class DisconnectTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private enum Departure {
        CLOSE(WireClient::close),
        RESET(WireClient::abort),
        HALF_CLOSE(WireClient::halfClose);

        private final Consumer<WireClient> how;

        Departure(Consumer<WireClient> how) {
            this.how = how;
        }

        void of(WireClient client) {
            how.accept(client);
        }
    }

    static Stream<Arguments> blockedRequestsAndDepartures() {
        return Stream.of("l 60", "sl 60 1", "rl 60", "wl 60", "elect 60")
                .flatMap(request -> Stream.of(Departure.values()).map(how -> Arguments.of(request, how)));
    }

    @ParameterizedTest
    @MethodSource("blockedRequestsAndDepartures")
    @Pitfall({"DC-01", "LM-04"})
    void aWaiterThatGoesAwayIsNoticedWhileItIsBlocked(String request, Departure departure) {
        DflockdServer server = servers.start(config -> config.maxWaiters(1));
        String command = request.split(" ", 2)[0];
        String argument = request.split(" ", 2)[1];
        WireClient holder = servers.client();
        WireClient leaving = servers.client();
        WireClient next = servers.client();
        String holds = command.equals("rl") || command.equals("wl") ? "wl" : "l";
        String token = token(holder.ask(holds, "k", "0"));
        leaving.send(command, "k", argument);
        awaitWaiters(server, 1);

        departure.of(leaving);

        awaitWaiters(server, 0);
        next.send(command, "k", argument); // not refused: the only place in the queue is free again
        awaitWaiters(server, 1);
        assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
        assertThat(next.readLine()).startsWith("ok ");
    }

    @ParameterizedTest
    @EnumSource(Departure.class)
    @Pitfall("DC-01")
    void anEntrantThatGoesAwayIsNoticedWhileItCollects(Departure departure) {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        WireClient leaving = servers.client();
        holder.ask("l", "k", "0");
        assertThat(leaving.ask("e", "k", "")).isEqualTo("queued");
        leaving.send("w", "k", "60");
        leaving.expectQuiet(20);

        departure.of(leaving);

        awaitWaiters(server, 0);
    }

    /** Every kind of state a connection can have, alone. */
    private enum Belongings {
        A_LOCK {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(client.ask("l", "k", "0"));
            }
        },
        A_SEMAPHORE_SLOT {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(client.ask("sl", "k", "0 3"));
                granted(client.ask("sl", "k", "0 3"));
            }
        },
        A_READ_LOCK {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(client.ask("rl", "k", "0"));
            }
        },
        A_WRITE_LOCK {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(client.ask("wl", "k", "0"));
            }
        },
        A_LEADERSHIP {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(client.ask("elect", "k", "0"));
            }
        },
        A_TOLD_ENTRY {
            @Override
            void acquire(WireClient client, WireClient holder) {
                assertThat(client.ask("e", "k", "")).startsWith("acquired ");
            }
        },
        A_QUEUED_ENTRY {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(holder.ask("l", "k", "0"));
                assertThat(client.ask("e", "k", "")).isEqualTo("queued");
            }
        },
        A_GRANTED_ENTRY_IT_WAS_NOT_TOLD_OF {
            @Override
            void acquire(WireClient client, WireClient holder) {
                String token = token(holder.ask("l", "k", "0"));
                assertThat(client.ask("e", "k", "")).isEqualTo("queued");
                assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
            }
        },
        A_LAPSED_ENTRY_IT_WAS_NOT_TOLD_OF {
            @Override
            void acquire(WireClient client, WireClient holder) {
                String token = token(holder.ask("l", "k", "0"));
                assertThat(client.ask("e", "k", "1")).isEqualTo("queued");
                assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
                granted(holder.ask("l", "k", "60"));
            }
        },
        PARKED_REQUESTS {
            @Override
            void acquire(WireClient client, WireClient holder) {
                granted(holder.ask("l", "k", "0"));
                assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
                client.sendRaw("1 l\nk\n60\n2 l\nk\n60\n3 sl\nk\n60 1\n");
                assertThat(client.ask("4 ping", "_", "_")).isEqualTo("4 ok");
            }
        },
        NOTHING {
            @Override
            void acquire(WireClient client, WireClient holder) {
                assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
            }
        };

        abstract void acquire(WireClient client, WireClient holder);

        private static void granted(String answer) {
            assertThat(answer).startsWith("ok ");
        }
    }

    @ParameterizedTest
    @EnumSource(Belongings.class)
    @Pitfall({"DC-05", "LM-06"})
    void everythingThatAClientHadGoesWithIt(Belongings belongings) {
        DflockdServer server = servers.start();
        WireClient client = servers.client();
        WireClient holder = servers.client();
        belongings.acquire(client, holder);

        client.abort();
        holder.close();

        awaitQuiet(server);
        assertThat(servers.client().ask("l", "k", "0")).startsWith("ok ");
    }

    /** A hundred thousand cycles take minutes over TCP; these run on four event loops and meet at four keys. */
    @Test
    @Pitfall({"DC-03", "LM-06"})
    void clientsThatDieAtAnyMomentLeaveNoGhostBehind() {
        DflockdServer server = servers.start(config -> config.eventLoops(4));
        int port = server.address().getPort();

        Parallel.times(4_000, i -> {
            Random random = new Random(i);
            WireClient client = WireClient.connect("127.0.0.1", port);
            String key = "hot" + random.nextInt(4);
            switch (random.nextInt(4)) {
                case 0 -> client.send("l", key, "30");
                case 1 -> client.sendRaw("e\n" + key + "\n\nw\n" + key + "\n30\n");
                case 2 -> client.sendRaw("l\n" + key + "\n0\nl\n" + key + "\n30\n");
                default -> client.ask("e", key, "");
            }
            Departure.values()[random.nextInt(2)].of(client);
        });

        awaitQuiet(server);
        WireClient survivor = servers.client();
        for (int key = 0; key < 4; key++) {
            assertThat(survivor.ask("l", "hot" + key, "0")).startsWith("ok ");
        }
    }

    /** Smaller than 10,000 disconnects beside a million keys; scanning all keys would take minutes even so. */
    @Test
    @Pitfall("DC-07")
    void goingAwayCostsWhatTheClientHadAndNotWhatOthersHave() {
        DflockdServer server = servers.start(config -> config.maxLocks(300_000));
        WireClient rich = servers.client();
        acquireMany(rich, "hers", 100_000);

        Parallel.times(3_000, i -> {
            WireClient poor = WireClient.connect("127.0.0.1", server.address().getPort());
            assertThat(poor.ask("l", "his" + i, "0")).startsWith("ok ");
            poor.abort();
        });

        eventually().until(() -> server.census().holders() == 100_000);
        assertThat(rich.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @Pitfall({"DC-08", "DC-02"})
    void aHolderThatFallsSilentLosesItsLockWithItsLease() {
        DflockdServer server = servers.start();
        WireClient silent = servers.client();
        WireClient waiter = servers.client();
        assertThat(silent.ask("l", "k", "0 1")).startsWith("ok ");
        waiter.send("l", "k", "60");
        awaitWaiters(server, 1);

        assertThat(waiter.readLine()).startsWith("ok ");
        assertThat(server.connections()).as("the silent one is still connected").isEqualTo(2);
    }

    @Test
    @Pitfall("DC-08")
    void aWaiterThatFellSilentIsPassedOverWhenItsLeaseEnds() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        WireClient silent = servers.client();
        WireClient next = servers.client();
        String token = token(holder.ask("l", "k", "0"));
        silent.send("l", "k", "60 1");
        awaitWaiters(server, 1);
        next.send("l", "k", "60");
        awaitWaiters(server, 2);

        assertThat(holder.ask("r", "k", token)).isEqualTo("ok"); // the silent one is granted and never says anything

        assertThat(next.readLine()).startsWith("ok ");
        assertThat(server.connections()).isEqualTo(3);
    }

    /** The strict mode: a break that only the server saw does not free the lock of a client that still works. */
    @Test
    @Pitfall("DC-02")
    void withoutAutoReleaseABrokenConnectionKeepsItsLockUntilTheLeaseEnds() {
        DflockdServer server = servers.start(config -> config.autoReleaseOnDisconnect(false));
        WireClient broken = servers.client();
        WireClient next = servers.client();
        String token = token(broken.ask("l", "k", "0 10"));
        broken.abort();
        eventually().until(() -> server.connections() == 1);

        assertThat(next.ask("l", "k", "0")).isEqualTo("timeout");
        assertThat(next.ask("n", "k", token + " 1")).as("the client comes back").isEqualTo("ok 1");
        next.send("l", "k", "60 1");
        assertThat(next.readLine()).as("and goes for good").startsWith("ok ");
    }

    /** Two thousand hand-overs take a second. A watch over the peer that costs 50 ms would make them take a hundred. */
    @Test
    @Timeout(30)
    @Pitfall({"DC-10", "RW-07"})
    void lookingOutForLostPeersDoesNotSlowDownTheHandOver() {
        DflockdServer server = servers.start();

        Parallel.times(16, i -> {
            try (WireClient client =
                    WireClient.connect("127.0.0.1", server.address().getPort())) {
                for (int round = 0; round < 125; round++) {
                    String token = token(client.ask("wl", "k", "60 600"));
                    assertThat(client.ask("wr", "k", token)).isEqualTo("ok");
                }
            }
        });
    }

    @Test
    @Pitfall("DC-09")
    void inputBehindABlockedRequestDoesNotHideTheEnd() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        WireClient leaving = servers.client();
        holder.ask("l", "k", "0");
        leaving.sendRaw("l\nk\n60\n" + "ping\n_\n_\n".repeat(1_000));
        awaitWaiters(server, 1);

        leaving.close();

        awaitWaiters(server, 0);
        eventually().until(() -> server.connections() == 1);
    }

    @Test
    @Pitfall("DC-09")
    void aFloodBehindABlockedRequestEndsTheConnection() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        WireClient flooding = servers.client();
        holder.ask("l", "k", "0");
        flooding.send("l", "k", "60");
        awaitWaiters(server, 1);

        try {
            for (int i = 0; i < 10_000; i++) {
                flooding.sendRaw("ping\n_\n_\n".repeat(100));
            }
        } catch (UncheckedIOException cutOff) {
            // as it should be
        }

        flooding.expectEof();
        awaitWaiters(server, 0);
        assertThat(holder.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @Pitfall("DC-09")
    void whatFitsBehindABlockedRequestIsAnsweredAfterwards() {
        DflockdServer server = servers.start();
        WireClient holder = servers.client();
        WireClient waiter = servers.client();
        String token = token(holder.ask("l", "k", "0"));
        int pings = 7_000;
        waiter.sendRaw("l\nk\n60\n" + "ping\n_\n_\n".repeat(pings)); // 63,000 bytes behind it
        awaitWaiters(server, 1);
        waiter.expectQuiet(50);

        holder.ask("r", "k", token);

        assertThat(waiter.readLine(Duration.ofSeconds(10))).startsWith("ok ");
        for (int i = 0; i < pings; i++) {
            assertThat(waiter.readLine()).isEqualTo("ok");
        }
    }

    private static String token(String granted) {
        return granted.split(" ", -1)[1];
    }
}
