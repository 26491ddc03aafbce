package io.dflockd.engine;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A client of a {@link TestEngine}, which speaks the wire's own language and reads like a connection does: frame after
 * frame, and none while an untagged request is parked.
 */
final class TestClient {
    private final String name;
    private Session session;
    private final TestEngine engine;
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private final Queue<String> answers = new ArrayDeque<>();
    private int roomForPushes = Integer.MAX_VALUE;
    private boolean reading;
    private boolean closed;

    TestClient(String name, Session session, TestEngine engine) {
        this.name = name;
        this.session = session;
        this.engine = engine;
    }

    void send(String command, String key, String argument) {
        sendRaw((command + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void sendRaw(byte[] bytes) {
        if (!closed) {
            reader.feed(bytes, 0, bytes.length);
            readOn();
            reader.settle();
        }
    }

    /** Sends a request that must be answered at once, and gives the answer. */
    String ask(String command, String key, String argument) {
        send(command, key, argument);
        return answer();
    }

    /** The next line that was not read yet. */
    String answer() {
        String line = answers.poll();
        if (line == null) {
            throw new AssertionError(name + " has no answer");
        }
        return line;
    }

    boolean hasNoAnswer() {
        return answers.isEmpty();
    }

    void disconnect() {
        if (!closed) {
            closed = true;
            engine.end(session);
        }
    }

    /** Whether the connection is over, by {@link #disconnect} or because framing was lost. */
    boolean isClosed() {
        return closed;
    }

    /** Goes on with another session object of the same id. */
    void resume(Session resumed) {
        session = resumed;
    }

    Session session() {
        return session;
    }

    void hear(String line) {
        answers.add(line);
    }

    /** From now on so many pushes find room; then the client has stopped reading. */
    void readPushes(int count) {
        roomForPushes = count;
        tellWhetherItReads();
    }

    void tellWhetherItReads() {
        engine.bare().mute(session, roomForPushes == 0);
    }

    boolean takeRoomForPush() {
        return roomForPushes > 0 && roomForPushes-- > 0;
    }

    /** Reads the frames that have come, until one is parked that bars the way. */
    void readOn() {
        if (reading) {
            return; // further up the stack, which will go on
        }
        reading = true;
        boolean more = true;
        while (more && !closed && !isBarred()) {
            reader.setTagged(session.isTagged());
            switch (reader.next()) {
                case FRAME -> readFrame();
                case OVERFLOW -> {
                    hear((session.isTagged() ? request.tagOf(reader) + " " : "") + Status.ERROR.word());
                    disconnect();
                }
                case TOO_LARGE -> hear((session.isTagged() ? request.tagOf(reader) + " " : "") + Status.ERROR.word());
                case STARVED -> more = false;
            }
        }
        reading = false;
    }

    private boolean isBarred() {
        return !session.isTagged() && session.parkedRequests() > 0;
    }

    private void readFrame() {
        try {
            request.read(reader, session.isTagged());
        } catch (ProtocolException broken) {
            hear((session.isTagged() ? request.tag() + " " : "") + Status.ERROR.word());
            return;
        }
        engine.turn(turn -> engine.bare().apply(session, request, turn));
    }

    @Override
    public String toString() {
        return name;
    }
}
