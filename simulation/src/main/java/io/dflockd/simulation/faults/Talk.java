package io.dflockd.simulation.faults;

import io.dflockd.protocol.FrameWriter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One connection of a client, which asks one thing at a time and notes what becomes of it.
 *
 * <p>When it breaks, or when nobody answers for too long, what was asked last is noted as unknown, and it is over.
 */
final class Talk implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    /** Longer than it takes a node to cut off its clients when nobody leads; shorter than the longest stop. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final String name;
    private final String node;
    private final Recorder recorder;
    private final Socket socket;
    private final InputStream in;
    private int uniques;

    private Talk(String name, String node, Recorder recorder, Socket socket) throws IOException {
        this.name = name;
        this.node = node;
        this.recorder = recorder;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static Talk open(String name, String node, InetSocketAddress address, Recorder recorder) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, CONNECT_MILLIS);
            return new Talk(name, node, recorder, socket);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /** A word that nobody else has ever said. */
    String unique() {
        return name + "-" + ++uniques;
    }

    Exchange ask(String command, String key, String argument) throws IOException {
        return ask(command, key, argument, 0);
    }

    /** Asks something that may take so long to be answered. */
    Exchange ask(String command, String key, String argument, int waitSeconds) throws IOException {
        long asked = recorder.nowNanos();
        try {
            socket.setSoTimeout((int) PATIENCE.plusSeconds(waitSeconds).toMillis());
            socket.getOutputStream().write(FrameWriter.frame(command, key, argument));
            return noted(new Exchange(asked, 0, name, node, command, key, argument, readLine()));
        } catch (IOException over) {
            socket.close();
            var unused = noted(new Exchange(asked, 0, name, node, command, key, argument, null));
            throw over;
        }
    }

    private Exchange noted(Exchange exchange) {
        Exchange ended = exchange.endedAt(recorder.nowNanos());
        recorder.note(ended);
        return ended;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new EOFException(node + " closed the connection");
            }
            line.write(each);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
