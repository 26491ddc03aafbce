package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A server that answers what its test says, and remembers what it was asked.
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.tagged()) {
 *     server.on("incr", "ok 1");
 *     server.ignore("l");
 *     connectTo(server.address());
 *     server.awaitFrame("l").answer("ok token 33");
 * }
 * }</pre>
 *
 * <p>A command without a script is answered {@code error}, so a server without scripts is one that does not know
 * {@code tag}.
 */
final class ScriptedServer implements AutoCloseable {
    /** A request as it arrived; the tag is empty unless the connection is in tagged mode. */
    record Frame(ScriptedConnection connection, String tag, String command, String key, String argument) {
        /** Sends the answer, with the tag of the request if it has one. Now or at any later time. */
        void answer(String answer) {
            connection.answer(this, answer);
        }
    }

    private final ReservedPort port = new ReservedPort();
    private final Listener listener;
    private final List<ScriptedConnection> connections = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<String, Consumer<Frame>> scripts = new HashMap<>();
    private final Map<String, Queue<Consumer<Frame>>> scriptsForOnce = new HashMap<>();
    private Consumer<Frame> otherwise = frame -> frame.answer("error");
    private @Nullable Throwable problem;

    private ScriptedServer() {
        listener = new Listener(port, this::accept);
    }

    /** A server that answers {@code error} to everything, also to {@code tag}, until it is told otherwise. */
    static ScriptedServer classic() {
        return new ScriptedServer();
    }

    /** A server that agrees to tagged mode and answers a {@code ping}. */
    static ScriptedServer tagged() {
        ScriptedServer server = new ScriptedServer();
        server.on("tag", "ok");
        server.on("ping", "ok");
        return server;
    }

    int port() {
        return port.number();
    }

    /** 127.0.0.1:port. */
    String address() {
        return port.address();
    }

    void on(String command, String answer) {
        on(command, frame -> frame.answer(answer));
    }

    /** The script may answer once, later, several times or never. It runs before the connection reads on. */
    synchronized void on(String command, Consumer<Frame> script) {
        scripts.put(command, script);
    }

    void once(String command, String answer) {
        once(command, frame -> frame.answer(answer));
    }

    /** A script for one request; several are used in this order, before that of {@link #on}. */
    synchronized void once(String command, Consumer<Frame> script) {
        scriptsForOnce.computeIfAbsent(command, any -> new ArrayDeque<>()).add(script);
    }

    /** Never answers this command by itself. */
    void ignore(String command) {
        on(command, frame -> {});
    }

    /** What is done with a command that has no script. */
    synchronized void otherwise(Consumer<Frame> script) {
        otherwise = script;
    }

    /** Every request so far, in the order of arrival over all connections. */
    synchronized List<Frame> frames() {
        return List.copyOf(frames);
    }

    List<Frame> frames(String command) {
        return frames().stream()
                .filter(frame -> frame.command().equals(command))
                .toList();
    }

    Frame awaitFrame(String command) {
        return awaitFrame(frame -> frame.command().equals(command));
    }

    /** The first request like this, which may have come already. */
    Frame awaitFrame(Predicate<Frame> wanted) {
        return awaitFrames(1, wanted).get(0);
    }

    List<Frame> awaitFrames(int count, String command) {
        return awaitFrames(count, frame -> frame.command().equals(command));
    }

    /** All requests like this, when they are at least so many. */
    List<Frame> awaitFrames(int count, Predicate<Frame> wanted) {
        eventually().untilAsserted(() -> {
            List<Frame> all = frames();
            assertThat(all).as("of %s", all).filteredOn(wanted).hasSizeGreaterThanOrEqualTo(count);
        });
        return frames().stream().filter(wanted).toList();
    }

    /** How many connections there were so far. */
    synchronized int connections() {
        return connections.size();
    }

    /** One of them; the first has number 0. */
    synchronized ScriptedConnection connection(int number) {
        return connections.get(number);
    }

    void awaitConnections(int count) {
        eventually().untilAsserted(() -> assertThat(connections()).isGreaterThanOrEqualTo(count));
    }

    /** Sends a line that nobody asked for to every connection. */
    synchronized void push(String line) {
        connections.forEach(connection -> connection.send(line));
    }

    /** Closes every connection; new ones are welcome. */
    synchronized void closeConnections() {
        connections.forEach(ScriptedConnection::close);
    }

    /** Closes everything, and fails if a script failed. */
    @Override
    public void close() {
        listener.close();
        releaseConnections();
        port.close();
        failIfAScriptFailed();
    }

    private synchronized void releaseConnections() {
        connections.forEach(ScriptedConnection::release);
    }

    private synchronized void failIfAScriptFailed() {
        if (problem != null) {
            throw new AssertionError("a script failed", problem);
        }
    }

    /** A request arrived: remembers it and plays its script. */
    void arrived(Frame frame) {
        Consumer<Frame> script = recorded(frame);
        try {
            script.accept(frame);
        } catch (RuntimeException | AssertionError failed) {
            failed(failed);
        }
    }

    private synchronized Consumer<Frame> recorded(Frame frame) {
        frames.add(frame);
        Queue<Consumer<Frame>> once = scriptsForOnce.getOrDefault(frame.command(), new ArrayDeque<>());
        Consumer<Frame> first = once.poll();
        return first != null ? first : scripts.getOrDefault(frame.command(), otherwise);
    }

    private synchronized void failed(Throwable failure) {
        if (problem == null) {
            problem = failure;
        }
    }

    private synchronized void accept(Socket socket) {
        try {
            ScriptedConnection connection = new ScriptedConnection(this, socket);
            connections.add(connection);
            Thread reader = new Thread(connection::readAll, "scripted connection " + connection);
            reader.setDaemon(true);
            reader.start();
        } catch (IOException gone) {
            // before it could say anything
        }
    }
}
