package io.dflockd.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A blocking client for tests that speaks the wire and knows nothing of its meaning.
 *
 * <pre>{@code
 * try (var alice = WireClient.connect("127.0.0.1", port)) {
 *     assertThat(alice.ask("l", "invoices", "0")).startsWith("ok ");
 * }
 * }</pre>
 */
public final class WireClient implements AutoCloseable {
    /** How long {@link #readLine()}, {@link #ask} and {@link #expectEof()} wait. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int CONNECT_MILLIS = 5_000;

    private final Socket socket;
    private final InputStream in;
    private final byte[] chunk = new byte[8_192];
    private int at;
    private int end;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private WireClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    public static WireClient connect(String host, int port) {
        try {
            return new WireClient(dial(host, port));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot connect to " + host + ":" + port, failed);
        }
    }

    /** Connects and completes the TLS handshake. */
    public static WireClient connect(String host, int port, SSLContext tls) {
        try {
            Socket plain = dial(host, port);
            try {
                plain.setSoTimeout(CONNECT_MILLIS);
                var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true);
                socket.startHandshake();
                return new WireClient(socket);
            } catch (IOException failed) {
                plain.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot connect to " + host + ":" + port + " with TLS", failed);
        }
    }

    private static Socket dial(String host, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return socket;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    public void send(String command, String key, String argument) {
        sendRaw(command + "\n" + key + "\n" + argument + "\n");
    }

    public void sendRaw(String text) {
        sendRaw(text.getBytes(StandardCharsets.UTF_8));
    }

    public void sendRaw(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException broken) {
            throw new UncheckedIOException("cannot send to " + socket, broken);
        }
    }

    /** Sends a request and gives the next line. */
    public String ask(String command, String key, String argument) {
        send(command, key, argument);
        return readLine();
    }

    public String readLine() {
        return readLine(PATIENCE);
    }

    /** The next line, without its terminator; fails when none comes. */
    public String readLine(Duration patience) {
        Received received = receive(patience);
        if (!received.isLine()) {
            throw new AssertionError("expected a line within " + patience + ", got " + received);
        }
        return received.text();
    }

    public void expectEof() {
        expectEof(PATIENCE);
    }

    /** Fails unless the server closes, with or without a reset, before it sends another line. */
    public void expectEof(Duration patience) {
        Received received = receive(patience);
        if (received.kind() != Received.Kind.END) {
            throw new AssertionError("expected the end of the stream within " + patience + ", got " + received);
        }
    }

    /** Fails if anything arrives within this time. */
    public void expectQuiet(long millis) {
        Received received = receive(Duration.ofMillis(millis));
        if (received.kind() != Received.Kind.SILENCE) {
            throw new AssertionError("expected silence for " + millis + " ms, got " + received);
        }
    }

    /** The next line or the end of the stream, or silence when {@code patience} is over. */
    public Received receive(Duration patience) {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        try {
            while (!takeLine()) {
                long leftMillis =
                        Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
                if (leftMillis < 0) { // in the middle of a line, which goes on with the next call
                    return Received.SILENCE;
                }
                socket.setSoTimeout((int) Math.max(1, leftMillis)); // 0 would wait for ever
                int count = in.read(chunk);
                if (count < 0) {
                    return Received.END;
                }
                at = 0;
                end = count;
            }
        } catch (SocketTimeoutException late) {
            return Received.SILENCE;
        } catch (IOException reset) {
            return Received.END;
        }
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        return Received.line(text);
    }

    /** Moves bytes to {@link #line} up to the next LF, and tells whether there was one. */
    private boolean takeLine() {
        while (at < end) {
            byte each = chunk[at++];
            if (each == '\n') {
                return true;
            }
            line.write(each);
        }
        return false;
    }

    /** Shuts down the sending side; lines can still be read. */
    public void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Ends the connection with a reset, as a crashed peer does. */
    public void abort() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException alreadyClosed) {
            // then there is nothing left to reset
        }
        close();
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
