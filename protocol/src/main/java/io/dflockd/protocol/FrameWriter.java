package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;

/**
 * Writes what a {@link FrameReader} reads: requests as frames of three lines, in UTF-8.
 *
 * <p>A frame never has more than three lines: whatever would break one of them is refused, so that nobody can smuggle a
 * second request into a key or a value.
 */
public final class FrameWriter {
    /** The second line of a request that concerns no key. The server does not look at it, but it must be there. */
    public static final String NO_KEY = "_";

    private FrameWriter() {}

    /** A whole frame for a connection without tags. */
    public static byte[] frame(Command command, String key, String argument) {
        return frame(command.word(), key, argument);
    }

    /** A whole frame whose first line is the word of a command, with its tag before it if the connection has tags. */
    public static byte[] frame(String first, String key, String argument) {
        requireOneLine("first line", first);
        requireOneLine("key", key);
        requireOneLine("argument", argument);
        return utf8(first + "\n" + key + "\n" + argument + "\n");
    }

    /** The first two lines of a frame, for an argument that is known only when it is sent. */
    public static byte[] opening(String first, String key) {
        requireOneLine("first line", first);
        requireOneLine("key", key);
        return utf8(first + "\n" + key + "\n");
    }

    /** The text is in no message: it may be a token, a secret or somebody's value. */
    private static void requireOneLine(String what, String text) {
        if (text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a line break in the " + what + " of a request");
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
