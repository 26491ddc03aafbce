package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dflockd cluster} against a node that answers what the test says. */
final class ClusterTest {
    private static final String LED =
            "{\"node\":\"b\",\"role\":\"leader\",\"leader\":\"b\",\"term\":7,\"commit\":81224,"
                    + "\"applied\":81224,\"lag\":0,\"snapshot\":50000,\"log_bytes\":25165824,\"version\":1,\"overruled\":[],"
                    + "\"nodes\":[" + node("a", "follower", 81_224, 0, "0.020", 412) + ","
                    + node("b", "leader", 81_224, 0, "0.000", 398) + "," + node("c", "gone", 79_001, 2_223, "1.800", 0)
                    + "]}";

    private static String node(String name, String role, int commit, int lag, String silence, int sessions) {
        return "{\"node\":\"" + name + "\",\"address\":\"10.0.0.1:7388\",\"role\":\"" + role + "\",\"commit\":" + commit
                + ",\"lag\":" + lag + ",\"silent_s\":" + silence + ",\"sessions\":" + sessions + ",\"version\":1}";
    }

    @Test
    void showsWhoLeadsAndHowFarEachNodeIs() throws IOException {
        Program.Outcome outcome = run("ok " + LED, "status");

        assertThat(outcome.out())
                .containsExactly(
                        "3 nodes, leader b (term 7), version 1, c gone",
                        "  node  role      address        committed  behind  heard  sessions",
                        "  a     follower  10.0.0.1:7388     81,224       0  20 ms       412",
                        "  b     leader    10.0.0.1:7388     81,224       –      –       398",
                        "  c     gone      10.0.0.1:7388     79,001   2,223  1.8 s         0  !",
                        "node b: applied 81,224, snapshot up to 50,000, log 24.0 MiB");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void endsWithStatusOneWithoutALeader() throws IOException {
        String leaderless = LED.replace("\"leader\":\"b\"", "\"leader\":null")
                .replace("\"overruled\":[]", "\"overruled\":[\"max-locks\",\"max-keys\"]")
                .replace("\"snapshot\":50000", "\"snapshot\":-1")
                .replace("\"silent_s\":0.020", "\"silent_s\":null");

        Program.Outcome outcome = run("ok " + leaderless, "status");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).first().isEqualTo("3 nodes, no leader (term 7), version 1, c gone");
        assertThat(outcome.out())
                .endsWith(
                        "node b: applied 81,224, snapshot none yet, log 24.0 MiB",
                        "node b was started with other settings than the cluster has: max-locks, max-keys");
    }

    @Test
    void printsTheObjectAsItIsForPrograms() throws IOException {
        Program.Outcome outcome = run("ok " + LED, "status", "--json");

        assertThat(outcome.out()).containsExactly(LED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            status            | error             | SERVER is no node of a cluster: it was started without --data-dir
            status            | error_auth        | SERVER asks for a token: give --auth-token-file or --admin-token-file
            status            | ok {"node":       | the answer of the node cannot be read: {"node":
            transfer b        | error_not_leader  | nobody leads at the moment; try again
            transfer b        | error             | there is no node b, or it cannot take over (or SERVER is no node of a cluster)
            set max-locks 0   | error             | there is no setting max-locks, or it does not take 0 (or SERVER is no node of a cluster)
            set max-locks 9   | error_draining    | SERVER says: error_draining
            """)
    void saysInOneLineWhyNot(String arguments, String reply, String complaint) throws IOException {
        Program.Outcome outcome = run(reply, arguments.split(" "));

        assertThat(outcome.err()).hasSize(1);
        assertThat(outcome.err().get(0).replaceAll("127.0.0.1:\\d+", "SERVER")).isEqualTo("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void saysWhatItHasDone() throws IOException {
        assertThat(run("ok", "transfer", "b").out()).containsExactly("node b leads");
        assertThat(run("ok", "set", "max-locks", "9").out()).containsExactly("max-locks is 9 on all nodes");
    }

    @Test
    void saysThatNobodyIsThere() throws IOException {
        int port;
        try (ServerSocket gone = ChildProgram.takenPort()) {
            port = gone.getLocalPort();
        }

        Program.Outcome outcome =
                Program.IN_EMPTY_ENVIRONMENT.run("cluster", "status", "--server", "127.0.0.1:" + port);

        assertThat(outcome.err())
                .singleElement()
                .asString()
                .startsWith("dflockd: cannot reach 127.0.0.1:" + port + ": ");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cluster                        | cluster takes one of status, transfer, set, try (dflockd cluster --help says more)
            cluster statsu                 | unknown command 'statsu', did you mean status? (dflockd cluster --help lists them all)
            cluster status --sever=a:1     | unknown option --sever, did you mean --server? (dflockd cluster status --help lists them all)
            cluster status --server=nobody | --server takes host:port, not 'nobody'
            cluster transfer               | NAME takes 1 to 32 of a-z, 0-9 and -, and nothing was given
            cluster set max-locks          | VALUE takes its new value, and nothing was given
            cluster try --nodes=0          | --nodes takes a whole number from 1 to 9, not '0'
            """)
    void endsWithStatusTwoForAMistake(String arguments, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(arguments.split(" "));

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void hasAScreenOfHelp() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("help", "cluster");

        assertThat(outcome.out()).first().isEqualTo("Usage: dflockd cluster COMMAND [OPTION]...");
        assertThat(outcome.out()).allMatch(line -> line.length() <= 80);
        assertThat(outcome.out()).anyMatch(line -> line.startsWith("  --server=HOST:PORT "));
        assertThat(outcome.status()).isZero();
    }

    private static Program.Outcome run(String reply, String... arguments) throws IOException {
        try (FakeServer node = FakeServer.answering(request -> reply)) {
            List<String> command = new ArrayList<>(List.of("cluster"));
            command.addAll(Arrays.asList(arguments));
            command.addAll(List.of("--server", "127.0.0.1:" + node.port()));
            return Program.IN_EMPTY_ENVIRONMENT.run(command.toArray(String[]::new));
        }
    }
}
