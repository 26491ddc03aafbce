package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that is killed while clients of the other nodes hold and wait, each in every way that there is. */
final class KilledLeaderTest {
    @TempDir
    private Path folder;

    private ThreePrograms nodes;
    private String leader;
    private List<String> survivors;
    private WireClient one; // holds everything, at one of the nodes that live on
    private WireClient look;
    private int waiting;

    @BeforeEach
    void start() throws IOException {
        nodes = new ThreePrograms(folder);
        leader = nodes.leaderOf(ThreePrograms.all());
        survivors = ThreePrograms.without(leader);
        one = nodes.client(survivors.get(0));
        look = nodes.client(survivors.get(0));
    }

    @AfterEach
    void stop() throws IOException {
        nodes.close();
    }

    @Test
    @Pitfall({"HA-09", "HA-08"})
    void costsNobodyElseATokenOrAPlace() throws Exception {
        String lock = held("l", "lock", "0 600");
        String semaphore = held("sl", "semaphore", "0 2 600");
        String other = held("sl", "semaphore", "0 2 600");
        String reader = held("rl", "shared", "0 600");
        String office = held("elect", "office", "0 600");
        String entry = held("l", "two-phase", "0 600");
        WireClient[] locks = {waits("l", "lock", "60"), waits("l", "lock", "60")};
        WireClient[] semaphores = {waits("sl", "semaphore", "60 2"), waits("sl", "semaphore", "60 2")};
        WireClient[] shared = {waits("wl", "shared", "60"), waits("rl", "shared", "60")};
        WireClient[] offices = {waits("elect", "office", "60"), waits("elect", "office", "60")};
        WireClient[] entries = {enters("two-phase"), enters("two-phase")};
        entries[0].send("w", "two-phase", "60");
        WireClient[] pops = {waits("blpop", "jobs", "60"), waits("blpop", "jobs", "60")};
        WireClient[] members = {waits("bwait", "start", "3 60"), waits("bwait", "start", "3 60")};

        nodes.program(leader).signal("KILL");

        assertThat(asked("n", "lock", lock + " 600")).isEqualTo("ok 600");
        assertServedInTurn("r", "lock", lock, locks);
        assertServedInTurn("sr", "semaphore", semaphore, semaphores);
        assertThat(asked("sr", "semaphore", other)).isEqualTo("ok");
        assertServedInTurn("rr", "shared", reader, shared);
        assertServedInTurn("resign", "office", office, offices);
        assertThat(asked("r", "two-phase", entry)).isEqualTo("ok");
        String collected = served(entries[0]);
        entries[1].send("w", "two-phase", "60");
        entries[1].expectQuiet(100);
        entries[0].send("r", "two-phase", collected);
        assertThat(entries[0].readLine(ThreePrograms.PATIENCE)).isEqualTo("ok");
        assertThat(served(entries[1])).isGreaterThan(collected);
        assertThat(asked("rpush", "jobs", "first")).isEqualTo("ok 0");
        assertThat(asked("rpush", "jobs", "second")).isEqualTo("ok 0");
        assertThat(pops[0].readLine(ThreePrograms.PATIENCE)).isEqualTo("ok first");
        assertThat(pops[1].readLine(ThreePrograms.PATIENCE)).isEqualTo("ok second");
        assertThat(asked("bwait", "start", "3 60")).isEqualTo("ok");
        for (WireClient member : members) {
            assertThat(member.readLine(ThreePrograms.PATIENCE)).isEqualTo("ok");
        }
    }

    private WireClient client(int survivor) {
        return nodes.client(survivors.get(survivor));
    }

    private String asked(String command, String key, String argument) {
        one.send(command, key, argument);
        return one.readLine(ThreePrograms.PATIENCE);
    }

    private String held(String command, String key, String argument) {
        return token(asked(command, key, argument));
    }

    private static String token(String granted) {
        assertThat(granted).startsWith("ok ");
        return granted.split(" ", -1)[1];
    }

    /** A client of its own, by turns at both nodes, that stands in a queue when this returns. */
    private WireClient waits(String command, String key, String argument) {
        WireClient client = client(waiting % 2);
        client.send(command, key, argument);
        nodes.awaitWaiters(look, ++waiting);
        return client;
    }

    private WireClient enters(String key) {
        WireClient client = client(waiting % 2);
        client.send("e", key, "600");
        assertThat(client.readLine(ThreePrograms.PATIENCE)).isEqualTo("queued");
        nodes.awaitWaiters(look, ++waiting);
        return client;
    }

    /** Gives one slot back: the first in the queue has it, and the second only after that one. */
    private void assertServedInTurn(String release, String key, String token, WireClient[] queue) {
        assertThat(asked(release, key, token)).isEqualTo("ok");
        String first = served(queue[0]);
        queue[1].expectQuiet(100);
        queue[0].send(release, key, first);
        assertThat(queue[0].readLine(ThreePrograms.PATIENCE)).isEqualTo("ok");
        assertThat(served(queue[1])).as("fences grow").isGreaterThan(first);
    }

    /** The token of a client that was waiting. */
    private static String served(WireClient waiter) {
        return token(waiter.readLine(ThreePrograms.PATIENCE));
    }
}
