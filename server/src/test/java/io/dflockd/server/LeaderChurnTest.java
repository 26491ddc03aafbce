package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Leaders that end in every way, with and without somebody who waits to follow: observers hear each change once and in
 * order.
 */
final class LeaderChurnTest {
    private static final int SEATS = 45;
    private static final int ROUNDS = 4;

    private enum End {
        RESIGN,
        RELEASE,
        EXPIRY,
        CLOSE,
        RESET
    }

    private enum Follower {
        NONE,
        ELECTED,
        LOCKING
    }

    private static final List<End> ENDS = List.of(End.values());
    private static final List<Follower> FOLLOWERS = List.of(Follower.values());

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** In a round each seat gets a leader, some get a follower, all leaders end, and the followers resign. */
    @Test
    @Pitfall("EL-02")
    void observersHearEachChangeOnceAndInOrder() {
        DflockdServer server = servers.start(config -> config.leaseSweepInterval(Duration.ofMillis(50)));
        List<WireClient> observers = List.of(observer(), observer(), observer());

        for (int round = 0; round < ROUNDS; round++) {
            List<Seat> seats = new ArrayList<>();
            for (int i = 0; i < SEATS; i++) {
                seats.add(new Seat(i));
            }
            seats.forEach(Seat::elect);
            seats.forEach(Seat::queueFollower);
            awaitWaiters(server, (int) seats.stream().filter(Seat::hasFollower).count());
            seats.forEach(Seat::endLeader);
            seats.forEach(Seat::endFollower);

            observers.forEach(observer -> expectEvents(observer, seats));
        }
        observers.forEach(observer -> observer.expectQuiet(50));
    }

    private WireClient observer() {
        WireClient client = servers.client();
        for (int i = 0; i < SEATS; i++) {
            assertThat(client.ask("observe", "seat" + i, "_")).isEqualTo("ok");
        }
        return client;
    }

    private static void expectEvents(WireClient observer, List<Seat> seats) {
        Map<String, List<String>> expected = new HashMap<>();
        seats.forEach(seat -> expected.put(seat.key, seat.events));
        Map<String, List<String>> heard = new HashMap<>();
        int lines = expected.values().stream().mapToInt(List::size).sum();
        for (int i = 0; i < lines; i++) {
            String[] words = observer.readLine().split(" ", -1);
            assertThat(words[0]).isEqualTo("leader");
            heard.computeIfAbsent(words[2], unused -> new ArrayList<>()).add(words[1]);
        }
        assertThat(heard).isEqualTo(expected);
    }

    /** What happens to one seat in a round, and what those hear of it who observe it. */
    private final class Seat {
        final String key;
        final List<String> events = new ArrayList<>();
        private final End end;
        private final Follower kind;
        private final WireClient leader = servers.client();
        private final WireClient follower = servers.client();
        private String token = "";

        /** Every way to end meets every kind of follower. */
        Seat(int number) {
            this.key = "seat" + number;
            this.end = ENDS.get(number % ENDS.size());
            this.kind = FOLLOWERS.get(number / ENDS.size() % FOLLOWERS.size());
        }

        void elect() {
            token = tokenOf(leader.ask("elect", key, "0 600"));
            events.add("elected");
        }

        boolean hasFollower() {
            return kind != Follower.NONE;
        }

        void queueFollower() {
            switch (kind) {
                case NONE -> {}
                case ELECTED -> follower.send("elect", key, "60 600");
                case LOCKING -> follower.send("l", key, "60 600");
            }
        }

        void endLeader() {
            switch (end) {
                case RESIGN -> assertThat(leader.ask("resign", key, token)).isEqualTo("ok");
                case RELEASE -> assertThat(leader.ask("r", key, token)).isEqualTo("ok");
                case EXPIRY -> assertThat(leader.ask("n", key, token + " 1")).isEqualTo("ok 1");
                case CLOSE -> leader.close();
                case RESET -> leader.abort();
            }
            if (end == End.RESIGN || kind == Follower.NONE) {
                events.add("resigned");
            }
        }

        void endFollower() {
            if (kind == Follower.NONE) {
                return;
            }
            String taken = tokenOf(follower.readLine());
            events.add("failover");
            if (kind == Follower.ELECTED) {
                events.add("elected");
                assertThat(follower.ask("resign", key, taken)).isEqualTo("ok");
            } else {
                assertThat(follower.ask("r", key, taken)).isEqualTo("ok");
            }
            events.add("resigned");
        }
    }

    @Test
    @Pitfall("EL-02")
    void whoeverTakesOverHearsOfItButNotOfItsOwnElection() {
        DflockdServer server = servers.start();
        WireClient leader = servers.client();
        WireClient next = servers.client();
        String token = tokenOf(leader.ask("elect", "k", "0"));
        assertThat(next.ask("observe", "k", "_")).isEqualTo("ok");
        assertThat(next.readLine()).isEqualTo("leader elected k");
        next.send("elect", "k", "60");
        awaitWaiters(server, 1);

        assertThat(leader.ask("resign", "k", token)).isEqualTo("ok");

        List<String> heard = List.of(next.readLine(), next.readLine(), next.readLine());
        assertThat(heard).anyMatch(line -> line.startsWith("ok "));
        assertThat(heard).containsSubsequence("leader resigned k", "leader failover k");
        next.expectQuiet(50);
    }

    /** Of {@code ok <token> <lease>[ <fence>]}. */
    private static String tokenOf(String line) {
        assertThat(line).startsWith("ok ");
        return line.substring(3, 35);
    }
}
