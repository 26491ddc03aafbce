package io.dflockd.testkit;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.Callable;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** An authority made for a test, a server and a client it vouches for, and a stranger it does not know. */
public final class Certificates {
    private record Identity(KeyPair keys, X509Certificate certificate) {}

    /** The files of a server: its certificate, and its key in PKCS #8. */
    public record ServerFiles(Path cert, Path key) {}

    private final Identity issuer;
    private final Identity client;
    private final Identity stranger;
    private final Path folder;
    private final Path authority;
    private final ServerFiles server;

    private Certificates(Path folder) throws GeneralSecurityException, OperatorCreationException, IOException {
        this.folder = folder;
        issuer = issue("CN=Test Authority", null);
        client = issue("CN=client", issuer);
        stranger = issue("CN=stranger", null);
        authority = write(folder.resolve("ca.pem"), issuer.certificate);
        server = files("server", issue("CN=localhost", issuer));
    }

    private ServerFiles files(String name, Identity identity) throws IOException {
        return new ServerFiles(
                write(folder.resolve(name + ".pem"), identity.certificate),
                write(folder.resolve(name + "-key.pem"), new JcaPKCS8Generator(identity.keys.getPrivate(), null)));
    }

    /** Makes them anew, and writes into this folder what a server reads. */
    public static Certificates in(Path folder) {
        return made(() -> new Certificates(folder));
    }

    private static <T> T made(Callable<T> making) {
        try {
            return making.call();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A server with a certificate that was good until yesterday. */
    public ServerFiles expired() {
        Instant end = Instant.now().minus(Duration.ofDays(1));
        return made(() -> files("expired", issue("CN=localhost", issuer, end.minus(Duration.ofDays(1)), end)));
    }

    /** A server that vouches for itself. */
    public ServerFiles selfSigned() {
        return made(() -> files("self-signed", issue("CN=localhost", null)));
    }

    /** The file with the certificate of the authority. */
    public Path authority() {
        return authority;
    }

    /** The file with the server's certificate, for 127.0.0.1 and localhost. */
    public Path serverCert() {
        return server.cert();
    }

    /** The file with the server's key, PKCS #8. */
    public Path serverKey() {
        return server.key();
    }

    /** A client that trusts the authority and shows no certificate. */
    public SSLContext anonymous() {
        return context(null);
    }

    /** A client that shows a certificate of the authority. */
    public SSLContext known() {
        return context(client);
    }

    /** A client that shows a certificate of its own making. */
    public SSLContext unknown() {
        return context(stranger);
    }

    private SSLContext context(@Nullable Identity shown) {
        try {
            KeyStore trusted = emptyStore();
            trusted.setCertificateEntry("authority", issuer.certificate);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            KeyStore own = emptyStore();
            if (shown != null) {
                own.setKeyEntry("own", shown.keys.getPrivate(), new char[0], new Certificate[] {shown.certificate});
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return store;
    }

    private static Identity issue(String name, @Nullable Identity issuer)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        Instant now = Instant.now();
        return issue(name, issuer, now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(1)));
    }

    private static Identity issue(String name, @Nullable Identity issuer, Instant from, Instant until)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair keys = generator.generateKeyPair();
        X500Name subject = new X500Name(name);
        X500Name issuedBy = issuer == null
                ? subject
                : X500Name.getInstance(
                        issuer.certificate.getSubjectX500Principal().getEncoded());
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuedBy,
                new BigInteger(64, new SecureRandom()),
                Date.from(from),
                Date.from(until),
                subject,
                keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(issuer == null));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.dNSName, "localhost"), new GeneralName(GeneralName.iPAddress, "127.0.0.1")
        }));
        KeyPair signing = issuer == null ? keys : issuer.keys;
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(signing.getPrivate());
        return new Identity(keys, new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
    }

    private static Path write(Path file, Object pem) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(pem);
        }
        return Files.writeString(file, text.toString());
    }
}
