package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShardedServersTest {
    private static final int SERVERS = 3;

    private final List<TestServer> servers =
            Stream.generate(TestServer::start).limit(SERVERS).toList();

    @AfterEach
    void stop() {
        servers.forEach(TestServer::close);
    }

    /** Some keys of one server. */
    private static List<String> keysOf(int server, int servers) {
        return IntStream.range(0, 100)
                .mapToObj(number -> "key-" + number)
                .filter(key -> Sharding.CRC_32.indexOf(key, servers) == server)
                .limit(5)
                .toList();
    }

    private Dflockd connect(int count, Duration answerTimeout) {
        return Dflockd.connect(DflockdOptions.builder()
                .servers(servers.stream().limit(count).map(TestServer::address).toList())
                .answerTimeout(answerTimeout)
                .lease(Duration.ofSeconds(30))
                .build());
    }

    @Test
    void aClientSaysWhichOfThemItIsConnectedTo() {
        Dflockd dflockd = connect(2, PATIENCE);
        String first = servers.get(0).address();
        String second = servers.get(1).address();
        eventually()
                .until(() -> dflockd.toString().equals("Dflockd[" + first + " connected, " + second + " connected]"));

        servers.get(1).stop();
        eventually()
                .until(() ->
                        dflockd.toString().equals("Dflockd[" + first + " connected, " + second + " not connected]"));

        dflockd.close();
        assertThat(dflockd).hasToString("Dflockd[" + first + " closed, " + second + " closed]");
    }

    @Test
    @Pitfall("SH-01")
    void everyKeyIsHeldOnItsOwnServer() {
        try (Dflockd dflockd = connect(SERVERS, PATIENCE)) {
            for (int server = 0; server < SERVERS; server++) {
                keysOf(server, SERVERS).forEach(key -> dflockd.lock(key).acquire(PATIENCE));
            }

            for (int server = 0; server < SERVERS; server++) {
                try (WireClient stranger = servers.get(server).wireClient()) {
                    for (String key : keysOf(server, SERVERS)) {
                        assertThat(stranger.ask("l", key, "0")).isEqualTo("timeout");
                    }
                }
                servers.get(server).awaitHolders(keysOf(server, SERVERS).size());
            }
        }
    }

    @Test
    @Pitfall("SH-02")
    void aServerThatIsGoneTakesOnlyItsOwnKeysAlong() {
        try (Dflockd dflockd = connect(SERVERS, Duration.ofSeconds(2))) {
            servers.get(1).stop();

            List<CompletableFuture<Grant>> lost = keysOf(1, SERVERS).stream()
                    .map(key -> dflockd.lock(key).acquireAsync(Duration.ZERO))
                    .toList();
            for (int server : List.of(0, 2)) {
                keysOf(server, SERVERS)
                        .forEach(key -> assertThat(
                                        dflockd.lock(key).acquire(PATIENCE).isHeld())
                                .isTrue());
            }

            assertThat(lost)
                    .allSatisfy(each -> assertThatThrownBy(each::join)
                            .isInstanceOf(CompletionException.class)
                            .hasCauseInstanceOf(ConnectionException.class)
                            .hasMessageContaining(servers.get(1).address()));
            servers.get(0).awaitHolders(keysOf(0, SERVERS).size());
            servers.get(2).awaitHolders(keysOf(2, SERVERS).size());
        }
    }

    @Test
    @Pitfall("SH-02")
    void aServerThatCameBackServesItsKeysAgain() {
        try (Dflockd dflockd = connect(SERVERS, PATIENCE)) {
            String key = keysOf(1, SERVERS).get(0);
            servers.get(1).stop();
            CompletableFuture<Grant> patient = dflockd.lock(key).acquireAsync(PATIENCE);
            servers.get(1).startAgain();

            assertThat(patient.join().isHeld()).isTrue();
            servers.get(1).awaitHolders(1);
        }
    }

    @Test
    @Pitfall("SH-02")
    void aServerThatWasNeverThereTakesOnlyItsOwnKeysAlong() {
        servers.get(1).stop();

        try (Dflockd dflockd = connect(SERVERS, Duration.ofSeconds(2))) {
            assertThat(dflockd.lock(keysOf(0, SERVERS).get(0)).tryAcquire()).isPresent();
            assertThatThrownBy(() -> dflockd.lock(keysOf(1, SERVERS).get(0)).tryAcquire())
                    .isInstanceOf(ConnectionException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, SERVERS, Integer.MAX_VALUE, Integer.MIN_VALUE})
    @Pitfall("SH-03")
    void aStrategyThatPointsNowhereIsTold(int index) {
        DflockdOptions options = DflockdOptions.builder()
                .servers(servers.stream().map(TestServer::address).toList())
                .sharding((key, count) -> index)
                .build();

        try (Dflockd dflockd = Dflockd.connect(options)) {
            assertThatThrownBy(() -> dflockd.lock("orders"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the sharding strategy gives server " + index + " of 3 for key 'orders'");
        }
    }

    @Test
    @Pitfall("SH-05")
    void aListThatIsChangedWhileALockIsHeldAllowsASecondHolder() {
        String moving = keysOf(1, 2).get(0);
        try (Dflockd before = connect(1, PATIENCE);
                Dflockd after = connect(2, PATIENCE)) {
            Grant first = before.lock(moving).acquire(PATIENCE);
            Grant second = after.lock(moving).acquire(PATIENCE);

            assertThat(first.isHeld()).isTrue();
            assertThat(second.isHeld()).isTrue();
        }
    }

    /** All clients of the old list end; one of them did so without a word, and its lease is waited for. */
    @Test
    @Pitfall("SH-05")
    void aListThatIsChangedAfterAPauseOfOneLeaseAllowsOnlyOne() {
        String moving = keysOf(1, 2).get(0);
        String alsoMoving = keysOf(1, 2).get(1);
        try (WireClient vanished = servers.get(0).wireClient()) {
            assertThat(vanished.ask("l", alsoMoving, "0 1")).startsWith("ok ");
            Grant orderly;

            try (Dflockd before = connect(1, PATIENCE)) {
                orderly = before.lock(moving).acquire(PATIENCE);
                // Behind the one that vanished in its queue: this is granted when its lease is over, and not before.
                before.lock(alsoMoving).acquire(PATIENCE).close();
            }

            try (Dflockd after = connect(2, PATIENCE)) {
                eventually().until(() -> !orderly.isHeld());
                assertThat(after.lock(moving).acquire(PATIENCE).isHeld()).isTrue();
                assertThat(after.lock(alsoMoving).acquire(PATIENCE).isHeld()).isTrue();
                servers.get(0).awaitHolders(0);
                servers.get(1).awaitHolders(2);
            }
        }
    }
}
