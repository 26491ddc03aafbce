package io.dflockd.client.transport;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Encryption of a connection, with the check that the certificate is for the host that was asked for. */
final class Tls {
    private Tls() {}

    static void addTo(Channel channel, Endpoint server, ConnectionSettings settings) {
        SSLContext context = settings.tls();
        if (context == null) {
            return;
        }
        SSLEngine engine = context.createSSLEngine(server.host(), server.port());
        engine.setUseClientMode(true);
        if (settings.verifiesHostName()) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(0); // it is part of the attempt, which has its own time
        channel.pipeline().addLast(handler);
    }
}
