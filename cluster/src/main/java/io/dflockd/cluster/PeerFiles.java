package io.dflockd.cluster;

import io.dflockd.cluster.log.PeerTls;
import io.dflockd.server.PemFile;
import io.dflockd.server.StartupException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The files of TLS between nodes, looked at before a node starts: with files that do not belong together it would wait for
 * the others for ever, and nobody would say why.
 */
final class PeerFiles {
    private PeerFiles() {}

    static PeerTls checked(ClusterConfig.Certificates files) throws StartupException {
        PemFile certificate = new PemFile("--cluster-tls-cert", files.certificate());
        PemFile authority = new PemFile("--cluster-tls-ca", files.authority());
        List<X509Certificate> chain = certificate.certificates();
        var unused = new PemFile("--cluster-tls-key", files.key()).privateKey(chain.get(0));
        try {
            validate(chain, authority.certificates());
        } catch (CertPathValidatorException refused) {
            throw new StartupException(
                    certificate + " would be refused by nodes with the same " + authority + ": " + refused.getMessage(),
                    refused);
        } catch (GeneralSecurityException unknown) {
            throw new IllegalStateException("every JVM can do this", unknown);
        }
        return new PeerTls(files.certificate(), files.key(), files.authority());
    }

    private static void validate(List<X509Certificate> chain, List<X509Certificate> authorities)
            throws GeneralSecurityException {
        PKIXParameters parameters = new PKIXParameters(authorities.stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet()));
        parameters.setRevocationEnabled(false);
        var unused = CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
    }
}
