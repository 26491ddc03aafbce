package io.dflockd.server;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The TLS side of a server, from PEM files: 1.2 at least, and a client certificate if a CA for it is given. */
final class Tls {
    private Tls() {}

    static @Nullable SslContext of(ServerConfig config) throws StartupException {
        Path certFile = config.tlsCert();
        Path keyFile = config.tlsKey();
        if (certFile == null || keyFile == null) {
            return null;
        }
        List<X509Certificate> chain = new PemFile("--tls-cert", certFile).certificates();
        PrivateKey key = new PemFile("--tls-key", keyFile).privateKey(chain.get(0));
        SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2");
        Path clientCa = config.tlsClientCa();
        if (clientCa != null) {
            builder.trustManager(new PemFile("--tls-client-ca", clientCa).certificates())
                    .clientAuth(ClientAuth.REQUIRE);
        }
        try {
            return builder.build();
        } catch (SSLException unusable) {
            throw new StartupException("cannot use --tls-cert " + certFile + ": " + unusable.getMessage(), unusable);
        }
    }

    /** Why a handshake failed. What a client says in the clear on a TLS port may be its secret: it is left out. */
    static String explain(SSLException handshake) {
        return handshake instanceof NotSslRecordException
                ? "it does not speak TLS"
                : String.valueOf(handshake.getMessage());
    }
}
