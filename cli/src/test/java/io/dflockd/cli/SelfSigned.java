package io.dflockd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate for 127.0.0.1 that nobody but itself vouches for, and its key, as files in PEM form. */
record SelfSigned(Path certificate, Path key) {
    private static final String ALIAS = "own";
    private static final String PASSWORD = "changeit";

    static SelfSigned in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore store = generate(folder.resolve("store.p12"));
        return new SelfSigned(
                pem(
                        folder.resolve("cert.pem"),
                        "CERTIFICATE",
                        store.getCertificate(ALIAS).getEncoded()),
                pem(
                        folder.resolve("key.pem"),
                        "PRIVATE KEY",
                        store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    }

    private static KeyStore generate(Path file) throws IOException, InterruptedException, GeneralSecurityException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = " -genkeypair -keyalg EC -dname CN=localhost -ext san=ip:127.0.0.1 -storetype PKCS12 -alias "
                + ALIAS + " -storepass " + PASSWORD + " -keystore " + file;
        new ProcessBuilder((keytool + options).split(" "))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream contents = Files.newInputStream(file)) {
            store.load(contents, PASSWORD.toCharArray());
        }
        return store;
    }

    private static Path pem(Path file, String kind, byte[] contents) throws IOException {
        return Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(contents) + "\n-----END "
                        + kind + "-----\n");
    }
}
