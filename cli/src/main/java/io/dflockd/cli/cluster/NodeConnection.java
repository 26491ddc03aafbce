package io.dflockd.cli.cluster;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A connection to one node, for a question and its answer. */
final class NodeConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 10_000;
    private static final String OK = "ok";

    private final Target target;
    private final Socket socket;
    private final BufferedReader replies;

    private NodeConnection(Target target, Socket socket) throws IOException {
        this.target = target;
        this.socket = socket;
        this.replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    static NodeConnection open(Target target) throws ClusterFailed {
        try {
            NodeConnection connection = new NodeConnection(target, dial(target));
            connection.authenticate();
            return connection;
        } catch (IOException | GeneralSecurityException unreachable) {
            throw new ClusterFailed("cannot reach " + target + ": " + reason(unreachable), unreachable);
        }
    }

    private static Socket dial(Target target) throws IOException, GeneralSecurityException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
        socket.setSoTimeout(ANSWER_MILLIS);
        return target.encrypted() ? encrypted(socket, target) : socket;
    }

    private static Socket encrypted(Socket plain, Target target) throws IOException, GeneralSecurityException {
        SSLSocket socket =
                (SSLSocket) factory(target.authority()).createSocket(plain, target.host(), target.port(), true);
        SSLParameters checked = socket.getSSLParameters();
        checked.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(checked);
        socket.startHandshake();
        return socket;
    }

    private static SSLSocketFactory factory(@Nullable Path authority) throws IOException, GeneralSecurityException {
        if (authority == null) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream pem = Files.newInputStream(authority)) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority-" + trusted.size(), each);
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    private void authenticate() throws ClusterFailed {
        String token = target.token();
        if (token != null && !ask(Command.AUTH, "_", token).equals(OK)) {
            throw new ClusterFailed(target + " does not accept the token");
        }
    }

    /** Asks and returns the line of the answer. */
    String ask(Command command, String key, String argument) throws ClusterFailed {
        try {
            socket.getOutputStream().write(FrameWriter.frame(command, key, argument));
            String reply = replies.readLine();
            if (reply == null) {
                throw new ClusterFailed(target + " closed the connection without an answer");
            }
            return reply;
        } catch (IOException broken) {
            throw new ClusterFailed(target + " does not answer: " + reason(broken), broken);
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof java.net.UnknownHostException) {
            return "no such host";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // what was to be heard has been heard
        }
    }
}
