package io.dflockd.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A real server as it was before some commands existed: a relay in front of it that answers them with {@code error}.
 *
 * <p>Whoever connects gets a connection of its own to the server behind, so that one counts what the client opens.
 */
final class ClassicServer implements AutoCloseable {
    private static final byte[] ERROR = "error\n".getBytes(StandardCharsets.US_ASCII);

    private final ReservedPort port = new ReservedPort();
    private final int targetPort;
    private final Set<String> unknown;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Listener listener;

    /** A server that knows no tags. */
    ClassicServer(int targetPort) {
        this(targetPort, Set.of("tag"));
    }

    ClassicServer(int targetPort, Set<String> unknown) {
        this.targetPort = targetPort;
        this.unknown = unknown;
        this.listener = new Listener(port, this::accept);
    }

    int port() {
        return port.number();
    }

    /** 127.0.0.1:port. */
    String address() {
        return port.address();
    }

    private void accept(Socket client) {
        sockets.add(client);
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start(() -> leadRequests(client, server), client, server);
            start(() -> server.getInputStream().transferTo(client.getOutputStream()), client, server);
        } catch (IOException gone) {
            close(client);
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(Task task, Socket client, Socket server) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException gone) {
                        // like an end
                    }
                    close(client);
                    close(server);
                },
                "relay of a classic server");
        thread.setDaemon(true);
        thread.start();
    }

    private void leadRequests(Socket client, Socket server) throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        OutputStream out = server.getOutputStream();
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        while (readLine(in, frame)) {
            String command = frame.toString(StandardCharsets.UTF_8).strip();
            boolean isWhole = readLine(in, frame);
            isWhole &= readLine(in, frame);
            if (!isWhole) {
                return;
            }
            if (unknown.contains(command)) {
                client.getOutputStream().write(ERROR);
            } else {
                frame.writeTo(out);
            }
            frame.reset();
        }
    }

    private static boolean readLine(InputStream in, ByteArrayOutputStream line) throws IOException {
        for (int each = in.read(); each >= 0; each = in.read()) {
            line.write(each);
            if (each == '\n') {
                return true;
            }
        }
        return false;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // which is what was wanted
        }
    }

    @Override
    public void close() {
        listener.close();
        sockets.forEach(ClassicServer::close);
        port.close();
    }
}
