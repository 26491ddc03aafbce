package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.cluster.log.PeerTls;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerFilesTest {
    @TempDir
    Path folder;

    private Certificates ours;
    private Certificates theirs;

    @BeforeEach
    void make() throws Exception {
        ours = Certificates.in(Files.createDirectory(folder.resolve("ours")));
        theirs = Certificates.in(Files.createDirectory(folder.resolve("theirs")));
    }

    @Test
    void thatBelongTogetherAreTaken() throws Exception {
        assertThat(PeerFiles.checked(files(ours.serverCert(), ours.serverKey(), ours.authority())))
                .isEqualTo(new PeerTls(ours.serverCert(), ours.serverKey(), ours.authority()));
    }

    @Test
    void withTheKeyOfAnotherAreRefused() {
        assertRefused(
                files(ours.serverCert(), theirs.serverKey(), ours.authority()),
                "--cluster-tls-key " + theirs.serverKey() + " is not the key of the certificate");
    }

    @Test
    void ofTwoAuthoritiesAreRefused() {
        assertRefused(
                files(ours.serverCert(), ours.serverKey(), theirs.authority()),
                "--cluster-tls-cert " + ours.serverCert() + " would be refused by nodes with the same --cluster-tls-ca "
                        + theirs.authority());
    }

    private static ClusterConfig.Certificates files(Path certificate, Path key, Path authority) {
        return new ClusterConfig.Certificates(certificate, key, authority);
    }

    private static void assertRefused(ClusterConfig.Certificates files, String reason) {
        assertThatThrownBy(() -> PeerFiles.checked(files))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith(reason)
                .message()
                .doesNotContain("\n");
    }
}
