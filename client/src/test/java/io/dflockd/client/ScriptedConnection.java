package io.dflockd.client;

import io.dflockd.client.ScriptedServer.Frame;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link ScriptedServer}. What is sent to a client that has gone is lost without a word. */
final class ScriptedConnection {
    private static final Pattern TAGGED = Pattern.compile("(\\d{1,18}) (.*)");

    private final ScriptedServer server;
    private final Socket socket;
    private final InputStream in;
    private volatile boolean tagged;
    private volatile boolean ended;

    ScriptedConnection(ScriptedServer server, Socket socket) throws IOException {
        this.server = server;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        socket.setTcpNoDelay(true);
    }

    /** Whether the client has ended the connection, or this side has closed it. */
    boolean isEnded() {
        return ended;
    }

    /** Sends a line as it is, without a tag. */
    void send(String line) {
        sendRaw(line + "\n");
    }

    /** Sends anything: half a line, several lines, no text at all. */
    void sendRaw(String text) {
        sendRaw(text.getBytes(StandardCharsets.UTF_8));
    }

    synchronized void sendRaw(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException gone) {
            ended = true;
        }
    }

    void answer(Frame frame, String answer) {
        if (frame.command().equals("tag") && answer.equals("ok")) {
            tagged = frame.argument().strip().equals("on");
        }
        send(frame.tag().isEmpty() ? answer : frame.tag() + " " + answer);
    }

    /** Ends the connection after all that was sent. */
    void close() {
        ended = true;
        try {
            socket.shutdownOutput();
        } catch (IOException gone) {
            release();
        }
    }

    /** Ends the connection as a crashed machine does. */
    void reset() {
        ended = true;
        Link.abort(socket);
    }

    void readAll() {
        try {
            for (Frame frame = readFrame(); frame != null; frame = readFrame()) {
                server.arrived(frame);
            }
        } catch (IOException gone) {
            // like an end
        }
        ended = true;
        release();
    }

    private @Nullable Frame readFrame() throws IOException {
        String first = readLine();
        String key = readLine();
        String argument = readLine();
        if (first == null || key == null || argument == null) {
            return null;
        }
        if (!tagged) {
            return new Frame(this, "", first, key, argument);
        }
        Matcher matcher = TAGGED.matcher(first);
        return matcher.matches()
                ? new Frame(this, matcher.group(1), matcher.group(2), key, argument)
                : new Frame(this, "0", first, key, argument);
    }

    private @Nullable String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                return null;
            }
            line.write(each);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Closes the socket, whatever is still unread. */
    void release() {
        try {
            socket.close();
        } catch (IOException gone) {
            // which is what was wanted
        }
    }

    @Override
    public String toString() {
        return "from " + socket.getPort();
    }
}
