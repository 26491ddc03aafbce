package io.dflockd.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client that reads when it is told to. */
final class FrozenClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final BufferedReader in;

    FrozenClient(DflockdServer server) {
        try {
            socket.connect(server.address());
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String ask(String command, String key, String argument) {
        send(command, key, argument);
        return readLine();
    }

    void send(String command, String key, String argument) {
        try {
            socket.getOutputStream()
                    .write((command + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    String readLine() {
        try {
            String line = in.readLine();
            if (line == null) {
                throw new AssertionError("the server closed the connection");
            }
            return line;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Reads to the end, which must come, and gives the number of lines before it; the last may be cut. */
    int readToEnd() {
        int lines = 0;
        try {
            while (in.readLine() != null) {
                lines++;
            }
        } catch (SocketTimeoutException open) {
            throw new AssertionError("the connection is still open", open);
        } catch (IOException reset) {
            return lines;
        }
        return lines;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
