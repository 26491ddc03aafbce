package io.dflockd.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of certificates or with a key, as a setting names it. What is wrong with it is said in one line. */
public record PemFile(String setting, Path path) {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    public List<X509Certificate> certificates() throws StartupException {
        byte[] bytes = read();
        try {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!certificates.isEmpty()) {
                return certificates;
            }
        } catch (CertificateException unreadable) {
            throw new StartupException(this + " is not a certificate in PEM form", unreadable);
        }
        throw new StartupException(this + " has no certificate in it");
    }

    /** The key, which must be the one of this certificate. */
    public PrivateKey privateKey(X509Certificate certificate) throws StartupException {
        Matcher pem = PKCS8.matcher(new String(read(), StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new StartupException(this + " has no unencrypted PKCS #8 key (BEGIN PRIVATE KEY) in it;"
                    + " openssl pkcs8 -topk8 -nodes makes one of other keys");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            String algorithm = certificate.getPublicKey().getAlgorithm();
            PrivateKey key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            if (belongTogether(key, certificate)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException other) {
            throw new StartupException(this + " is not the key of the certificate", other);
        }
        throw new StartupException(this + " is not the key of the certificate");
    }

    /** Only the key of the certificate makes a signature that the certificate confirms. */
    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(signatureFor(key.getAlgorithm()));
        byte[] anything = {1, 2, 3};
        try {
            signature.initSign(key);
            signature.update(anything);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(anything);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException stranger) {
            return false;
        }
    }

    private static String signatureFor(String algorithm) {
        return switch (algorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "DSA" -> "SHA256withDSA";
            default -> algorithm; // Ed25519, RSASSA-PSS and their like sign by their own name
        };
    }

    private byte[] read() throws StartupException {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException missing) {
            throw new StartupException(this + " does not exist", missing);
        } catch (IOException unreadable) {
            throw new StartupException(this + " cannot be read", unreadable);
        }
    }

    @Override
    public String toString() {
        return setting + " " + path;
    }
}
