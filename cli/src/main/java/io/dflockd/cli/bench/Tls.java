package io.dflockd.cli.bench;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The TLS side of the connections: whom they trust. */
final class Tls {
    private Tls() {}

    static @Nullable SslContext of(Server server) throws BenchFailed {
        if (!server.tls()) {
            return null;
        }
        SslContextBuilder builder =
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols("TLSv1.3", "TLSv1.2");
        Path authority = server.authority();
        try {
            if (server.insecure()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
            } else if (authority != null) {
                builder.trustManager(authority.toFile());
            }
            return builder.build();
        } catch (IllegalArgumentException | SSLException unusable) {
            throw new BenchFailed("--tls-ca " + authority + " has no certificate in PEM form");
        }
    }
}
