package io.dflockd.client.wire;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.protocol.Push.LeaderEvent;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What pushed lines mean, read as strictly as answers. */
public final class Pushes {
    private static final String SIGNAL = "sig";
    private static final String CHANGE = "watch";
    private static final String LEADER = "leader";
    private static final int PARTS = 3;

    private Pushes() {}

    /** Whether the line is a push by its first word, which no answer has. */
    public static boolean isPush(String line) {
        return startsWith(SIGNAL, line) || startsWith(CHANGE, line) || startsWith(LEADER, line);
    }

    private static boolean startsWith(String word, String line) {
        return line.startsWith(word) && (line.length() == word.length() || line.charAt(word.length()) == ' ');
    }

    /** What the line tells; one that is not a push is a {@link ProtocolViolationException}. */
    public static Pushed parse(String line) {
        String[] parts = line.split(" ", PARTS);
        if (!isPush(line)) {
            throw new ProtocolViolationException("the server sent a line nobody asked for: " + Shown.grantLine(line));
        }
        Pushed pushed = parts.length < PARTS ? null : read(parts[0], parts[1], parts[2]);
        if (pushed == null) {
            throw new ProtocolViolationException("the server sent a malformed push: " + Shown.line(line));
        }
        return pushed;
    }

    private static @Nullable Pushed read(String word, String second, String rest) {
        return switch (word) {
            case SIGNAL -> isKey(second) && !rest.isEmpty() ? new Pushed.Signal(second, rest) : null;
            case CHANGE -> isWord(second) && isKey(rest) ? new Pushed.Change(second, rest) : null;
            default -> isLeaderEvent(second) && isKey(rest) ? new Pushed.Leader(second, rest) : null;
        };
    }

    /** New kinds of changes may come with new commands. */
    private static boolean isWord(String event) {
        return !event.isEmpty() && event.chars().allMatch(each -> each >= 'a' && each <= 'z');
    }

    private static boolean isLeaderEvent(String event) {
        return Stream.of(LeaderEvent.values()).anyMatch(known -> known.word().equals(event));
    }

    /** The server allows more in a key than this client does in one of its own. */
    private static boolean isKey(String key) {
        return !key.isEmpty() && key.indexOf(' ') < 0 && key.indexOf('\t') < 0 && key.indexOf('\r') < 0;
    }
}
