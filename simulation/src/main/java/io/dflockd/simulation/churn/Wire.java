package io.dflockd.simulation.churn;

import io.dflockd.protocol.FrameWriter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. It tells answers from pushes and holds every line against what it may be.
 *
 * <p>An answer that does not come within {@link #PATIENCE} is a fault.
 */
final class Wire implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Socket socket;
    private final InputStream in;
    private final Counts counts;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Queue<String> unanswered = new ArrayDeque<>();
    private Consumer<Heard> ear = heard -> {
        throw new Fault("a push for someone who subscribed to nothing: " + heard);
    };

    private Wire(Socket socket, Counts counts) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.counts = counts;
        counts.connections.increment();
    }

    static Wire connect(InetSocketAddress server, Counts counts) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(server, (int) PATIENCE.toMillis());
            return new Wire(socket, counts);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /** Who hears the pushes from now on. */
    void hearWith(Consumer<Heard> listener) {
        ear = listener;
    }

    String ask(String command, String key, String argument) throws IOException {
        send(command, key, argument);
        return answer();
    }

    void send(String command, String key, String argument) throws IOException {
        unanswered.add(command);
        sendFrame(command, key, argument);
    }

    void sendTagged(long tag, String command, String key, String argument) throws IOException {
        sendFrame(tag + " " + command, key, argument);
    }

    private void sendFrame(String first, String key, String argument) throws IOException {
        counts.requests.increment();
        socket.getOutputStream().write(FrameWriter.frame(first, key, argument));
    }

    /** The answer to the oldest request that has none. */
    String answer() throws IOException {
        String answer = nextAnswer(PATIENCE.toMillis());
        if (answer == null) {
            throw new Fault("no answer to " + unanswered.peek() + " within " + PATIENCE.toSeconds() + " s");
        }
        check(unanswered.remove(), answer);
        return answer;
    }

    void check(String command, String answer) {
        Replies.check(command, answer);
        counts.answered(command, answer);
    }

    /** The next line that is no push, or null if none comes in time. */
    @Nullable
    String nextAnswer(long millis) throws IOException {
        long deadline = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (true) {
            String next =
                    nextLine(Duration.ofNanos(deadline - System.nanoTime()).toMillis());
            if (next == null || !Heard.isPush(next)) {
                return next;
            }
            counts.pushes.increment();
            ear.accept(Heard.of(next));
        }
    }

    /** Hears pushes for some time, in which no answer is due. */
    void listen(long millis) throws IOException {
        String answer = nextAnswer(millis);
        if (answer != null) {
            throw new Fault("an answer that nobody asked for: " + answer);
        }
    }

    private @Nullable String nextLine(long millis) throws IOException {
        try {
            socket.setSoTimeout((int) Math.max(1, millis)); // 0 would wait for ever
            for (int each = in.read(); each != '\n'; each = in.read()) {
                if (each < 0) {
                    throw new EOFException("the server closed the connection");
                }
                line.write(each);
            }
        } catch (SocketTimeoutException silence) {
            return null;
        }
        String whole = line.toString(StandardCharsets.UTF_8);
        line.reset();
        return whole;
    }

    /** Goes on hearing until the server closes, and gives the answers that still came. */
    List<String> readToEnd() {
        List<String> answers = new ArrayList<>();
        try {
            for (String late = nextAnswer(PATIENCE.toMillis()); late != null; late = nextAnswer(PATIENCE.toMillis())) {
                answers.add(late);
            }
        } catch (IOException end) {
            return answers;
        }
        throw new Fault("a connection that should end is still open after " + PATIENCE.toSeconds() + " s");
    }

    void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** Vanishes with a reset, as a client that crashed. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
