package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.cluster.ClusterConfig;
import io.dflockd.testkit.Certificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurableServerTest {
    /** The log takes more memory than the tests of a server in memory have. */
    private static final List<String> ROOMY = List.of("-Xmx256m");

    private static final String PEERS = "a=127.0.0.1:1,b=127.0.0.1:2";

    @TempDir
    private Path folder;

    @Test
    void isANodeWithoutOthersIfOnlyADirectoryIsGiven() {
        ClusterConfig config = config("data-dir=d");

        assertThat(config).isEqualTo(ClusterConfig.single(Path.of("d")));
    }

    @Test
    void isAMemberThatHasRunBeforeUnlessItIsToldToBegin() {
        Map<String, String> peers = Map.of("a", "127.0.0.1:1", "b", "127.0.0.1:2");
        ClusterConfig member = ClusterConfig.member("b", peers, Path.of("d"));

        assertThat(config("data-dir=d", "node=b", "peers=" + PEERS)).isEqualTo(member);
        assertThat(config("data-dir=d", "node=b", "peers=" + PEERS, "bootstrap=true"))
                .isEqualTo(member.bootstrapping());
    }

    @Test
    void hasTheTimesThatWereGiven() {
        ClusterConfig config = config("data-dir=d", "election-timeout=1.5", "node-grace=9");

        assertThat(config.electionTimeout()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(config.nodeGrace()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void isNothingThatAServerInMemoryLoadsClassesFor() throws IOException {
        Path loaded = folder.resolve("loaded");

        try (ChildProgram program = ChildProgram.startIn(List.of("-Xlog:class+load:file=" + loaded), "--port", "0")) {
            program.connect().close();
        }

        String classes = Files.readString(loaded);
        assertThat(classes).contains("io.dflockd.server.DflockdServer ");
        assertThat(classes).doesNotContain("io.dflockd.cluster", "org.apache.ratis");
    }

    @Test
    void keepsEverythingOverAKill() throws Exception {
        String directory = folder.resolve("data").toString();
        try (ChildProgram program = ChildProgram.startIn(ROOMY, "--port", "0", "--data-dir", directory)) {
            assertThat(asked(program, "incr\nhits\n7\n")).isEqualTo("ok 7");
            program.signal("KILL");
            assertThat(program.status()).isNotZero();
        }

        try (ChildProgram again = ChildProgram.startIn(ROOMY, "--port", "0", "--data-dir", directory)) {
            assertThat(asked(again, "get\nhits\n\n")).isEqualTo("ok 7");
            again.signal("TERM");
            assertThat(again.status()).isZero();
        }
    }

    @Test
    void refusesAnEmptyDirectoryOfAMemberInOneLine() throws Exception {
        String directory = folder.resolve("data").toString();
        String[] member = {"--port", "0", "--data-dir", directory, "--node", "a", "--peers", PEERS};
        try (ChildProgram program = ChildProgram.startIn(ROOMY, member)) {
            assertThat(program.status()).isEqualTo(1);
            assertThat(program.errors()).singleElement().asString().contains(directory, "is empty");
        }
    }

    @Test
    void canBeStoppedWhileItWaitsForTheOthers() throws Exception {
        Certificates files = Certificates.in(folder);
        PeerNetwork alone = new PeerNetwork(List.of("a", "b", "c"));
        String[] member = {
            "--port=0",
            "--data-dir=" + folder.resolve("data"),
            "--node=a",
            "--peers=" + alone.peers(),
            "--bootstrap",
            "--cluster-tls-cert=" + files.serverCert(),
            "--cluster-tls-key=" + files.serverKey(),
            "--cluster-tls-ca=" + files.authority()
        };
        try (alone;
                ChildProgram program =
                        ChildProgram.startIn(List.of("-Xmx256m", alone.hostsOption("a", folder)), member)) {
            program.lineWith(Pattern.compile("waiting for a majority of \\[a, b, c].* of the same authority"));

            program.signal("TERM");

            assertThat(program.status()).isZero();
            assertThat(program.errors()).singleElement().asString().endsWith("stopped before it was ready");
        }
    }

    private static String asked(ChildProgram program, String frame) throws IOException {
        try (Socket socket = program.connect();
                BufferedReader replies =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream().write(frame.getBytes(StandardCharsets.UTF_8));
            return replies.readLine();
        }
    }

    private static ClusterConfig config(String... settings) {
        List<Given> given = Arrays.stream(settings)
                .map(text -> text.split("=", 2))
                .map(pair -> new Given(Setting.named(pair[0]).orElseThrow(), Source.FLAG, "--" + pair[0], pair[1]))
                .toList();
        return DurableServer.clusterConfig(new Settings(List.of(), given, Map.of()));
    }
}
