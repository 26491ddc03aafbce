package io.dflockd.cli.wire;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection to one server, for questions with an answer each. */
public final class WireConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 10_000;
    private static final String OK = "ok";

    private final Target target;
    private final Socket socket;
    private final BufferedReader replies;

    private WireConnection(Target target, Socket socket) throws IOException {
        this.target = target;
        this.socket = socket;
        this.replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Connects, and shows the token if there is one. */
    public static WireConnection open(Target target) throws Unreachable {
        try {
            WireConnection connection = new WireConnection(target, dial(target));
            connection.authenticate();
            return connection;
        } catch (IOException | GeneralSecurityException unreachable) {
            throw new Unreachable("cannot reach " + target + ": " + reason(unreachable), unreachable);
        }
    }

    private static Socket dial(Target target) throws IOException, GeneralSecurityException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
        socket.setSoTimeout(ANSWER_MILLIS);
        return target.encrypted() ? encrypted(socket, target) : socket;
    }

    private static Socket encrypted(Socket plain, Target target) throws IOException, GeneralSecurityException {
        SSLSocket socket = (SSLSocket)
                Trust.in(target.authority()).getSocketFactory().createSocket(plain, target.host(), target.port(), true);
        SSLParameters checked = socket.getSSLParameters();
        checked.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(checked);
        socket.startHandshake();
        return socket;
    }

    private void authenticate() throws Unreachable {
        String token = target.token();
        if (token != null && !ask(Command.AUTH, "_", token).equals(OK)) {
            throw new Unreachable(target + " does not accept the token");
        }
    }

    /** Asks and returns the line of the answer. */
    public String ask(Command command, String key, String argument) throws Unreachable {
        send(FrameWriter.frame(command, key, argument));
        return read();
    }

    /** Sends a request as it is. */
    public void send(byte[] frame) throws Unreachable {
        try {
            socket.getOutputStream().write(frame);
        } catch (IOException broken) {
            throw new Unreachable(target + " does not listen: " + reason(broken), broken);
        }
    }

    /** Waits for the next line. */
    public String read() throws Unreachable {
        try {
            String reply = replies.readLine();
            if (reply == null) {
                throw new Unreachable(target + " closed the connection");
            }
            return reply;
        } catch (IOException broken) {
            throw new Unreachable(target + " does not answer: " + reason(broken), broken);
        }
    }

    /** From now on a line may take as long as it likes. */
    public void waitForEver() throws Unreachable {
        try {
            socket.setSoTimeout(0);
        } catch (IOException broken) {
            throw new Unreachable(target + " is gone: " + reason(broken), broken);
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
