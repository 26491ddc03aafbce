package io.dflockd.client.wire;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.FrameWriter;
import java.time.Duration;

/**
 * One request as it goes on the wire, without a tag: three lines, and never more than three.
 *
 * <p>Its argument may be a token, a secret or somebody's value, and is therefore shown nowhere.
 */
public final class Frame {
    private final Command command;
    private final String noun;
    private final String key;
    private final byte[] bytes;
    private final Duration timeout;

    Frame(Command command, String noun, String key, String argument, long timeoutSeconds) {
        Rules.requireKey(key);
        Rules.requireArgument(noun, key, argument, capOf(command));
        this.command = command;
        this.noun = noun;
        this.key = key;
        this.bytes = FrameWriter.frame(command, key, argument);
        this.timeout = Duration.ofSeconds(timeoutSeconds);
    }

    /** How much a server may accept. What it does accept of a value is a matter of its settings. */
    private static int capOf(Command command) {
        if (command.carriesValue()) {
            return FrameReader.LARGEST_VALUE_CAP;
        }
        return command == Command.AUTH ? FrameReader.SECRET_CAP : FrameReader.LINE_CAP;
    }

    /** What the server is to do. */
    public Command command() {
        return command;
    }

    /** The second line: the key, pattern or channel, or {@code _} if the command concerns none. */
    public String key() {
        return key;
    }

    /** The three lines in UTF-8. The array is the frame's own and must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes the argument line has. */
    int argumentLength() {
        int from = 0;
        for (int line = 0; line < 2; line++) {
            while (bytes[from++] != '\n') {}
        }
        return bytes.length - from - 1;
    }

    /** How long the server may take to answer because it waits for others; zero if it answers at once. */
    public Duration timeout() {
        return timeout;
    }

    /** Whether the server may wait for others before it answers. */
    public boolean mayWait() {
        return command.mayPark() && !timeout.isZero();
    }

    /** What is tried, in words for a message: {@code renewal of lock 'orders'}. */
    @Override
    public String toString() {
        String words = switch (command.kind()) {
            case RELEASE -> "release of " + noun;
            case FORCE -> "eviction from " + noun;
            case RENEW -> "renewal of " + noun;
            case ENQUEUE -> "place in the queue of " + noun;
            case WAIT -> "wait for " + noun;
            case ACQUIRE, READ, WRITE, TAKE, MEET, SUBSCRIBE, CONNECTION -> noun;
        };
        boolean concernsKey = command.isKeyed() || !key.equals(FrameWriter.NO_KEY);
        return concernsKey ? words + " " + Shown.key(key) : words;
    }
}
