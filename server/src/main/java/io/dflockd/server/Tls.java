package io.dflockd.server;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The TLS side of a server, from PEM files: 1.2 at least, and a client certificate if a CA for it is given. */
final class Tls {
    private Tls() {}

    static @Nullable SslContext of(ServerConfig config) throws StartupException {
        Path cert = config.tlsCert();
        Path key = config.tlsKey();
        if (cert == null || key == null) {
            return null;
        }
        requireReadable("--tls-cert", cert);
        requireReadable("--tls-key", key);
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(cert.toFile(), key.toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2");
            Path clientCa = config.tlsClientCa();
            if (clientCa != null) {
                requireReadable("--tls-client-ca", clientCa);
                builder.trustManager(clientCa.toFile()).clientAuth(ClientAuth.REQUIRE);
            }
            return builder.build();
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new StartupException(
                    "cannot use --tls-cert " + cert + " with --tls-key " + key + ": " + rootOf(unusable), unusable);
        }
    }

    private static void requireReadable(String setting, Path file) throws StartupException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new StartupException(setting + " " + file + " cannot be read");
        }
    }

    private static String rootOf(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }
}
