package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.RecordingMachine.text;
import static io.dflockd.cluster.log.TestNodes.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS between nodes. */
class PeerTlsTest {
    @TempDir
    Path root;

    private PeerTls files(String folder) throws Exception {
        Certificates certificates = Certificates.in(Files.createDirectory(root.resolve(folder)));
        return new PeerTls(certificates.serverCert(), certificates.serverKey(), certificates.authority());
    }

    @Test
    @Pitfall("HA-24")
    void aNodeOfAnotherAuthorityIsNotHeardAndHearsNothing() throws Exception {
        PeerTls ours = files("ours");
        PeerTls theirs = files("theirs");
        TestNodes nodes = new TestNodes(
                root, settings -> settings.tls(settings.node().equals("c") ? theirs : ours), "a", "b", "c");
        try (nodes) {
            nodes.start("c", LogSettings.Start.BOOTSTRAP);
            nodes.start("a", LogSettings.Start.BOOTSTRAP);
            nodes.start("b", LogSettings.Start.BOOTSTRAP);
            ReplicatedLog stranger = nodes.log("c");
            nodes.logs.remove("c");

            nodes.submit("among us");

            nodes.awaitEntries(nodes.follower(), List.of("among us"));
            assertThat(text(nodes.log(nodes.follower())
                            .toLeader(bytes("hello"))
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)))
                    .isEqualTo("echo hello");
            assertThat(stranger.leadership().leader()).isNull();
            assertThat(nodes.machine("c").entries()).isEmpty();
            stranger.close();
        }
    }

    @Test
    void filesThatAreNoCertificatesAreNamedAtTheStart() throws Exception {
        Path nonsense = Files.writeString(root.resolve("nonsense.pem"), "nothing to see");
        LogSettings settings = LogSettings.single("a", root.resolve("a"))
                .minFreeBytes(1)
                .tls(new PeerTls(nonsense, nonsense, nonsense));

        assertThatThrownBy(() -> ReplicatedLog.start(settings, new RecordingMachine()))
                .isInstanceOf(ClusterStartException.class)
                .hasMessageContaining("TLS files");
    }
}
