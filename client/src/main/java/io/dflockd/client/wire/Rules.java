package io.dflockd.client.wire;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import io.dflockd.protocol.Request;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of a request may contain. Whatever breaks a rule is refused here, before anything is sent.
 *
 * <p>Messages name the key. Tokens, secrets and values are private and in no message.
 */
final class Rules {
    private static final Duration LONGEST = Duration.ofSeconds(Request.MAX_SECONDS);

    private Rules() {}

    static void requireKey(String key) {
        Objects.requireNonNull(key, "key");
        String fault = faultOfWord(key);
        if (fault != null) {
            throw refused("key", key, "it " + fault);
        }
    }

    static void requireToken(String noun, String key, String token) {
        String fault = faultOfWord(token);
        if (fault != null) {
            throw refused(noun, key, "the token " + fault);
        }
    }

    /** The argument line as a whole. */
    static void requireArgument(String noun, String key, String line, int cap) {
        boolean isBroken = line.indexOf('\n') >= 0 || line.indexOf('\r') >= 0;
        String fault = isBroken ? "contains a line break (CR or LF)" : faultOfText(line, cap);
        if (fault != null) {
            throw refused(noun, key, "the argument line " + fault);
        }
    }

    private static @Nullable String faultOfWord(String word) {
        if (word.isEmpty()) {
            return "is empty";
        }
        for (int i = 0; i < word.length(); i++) {
            if (isBlank(word.charAt(i))) {
                return "contains a blank or a line break";
            }
        }
        return faultOfText(word, Key.MAX_BYTES);
    }

    private static @Nullable String faultOfText(String text, int cap) {
        int bytes = utf8Length(text);
        if (bytes < 0) {
            return "contains half of a surrogate pair, which is not a character";
        }
        return bytes > cap ? "has " + bytes + " bytes; the server accepts at most " + cap : null;
    }

    /** A channel has no wildcards. */
    static void requireChannel(String channel) {
        requireKey(Objects.requireNonNull(channel, "channel"));
        if (Patterns.hasWildcard(channel)) {
            throw refused("channel", channel, "a signal goes to one channel; its name cannot contain '*' or '>'");
        }
    }

    static void requirePattern(String pattern) {
        requireKey(pattern);
        if (!Patterns.isPattern(Key.of(pattern))) {
            throw refused("pattern", pattern, "'*' and '>' must be whole parts between dots, and '>' the last one");
        }
    }

    /** Any text but the empty one; blanks are text. */
    static void requireValue(String noun, String key, String value) {
        Objects.requireNonNull(value, "value");
        if (value.isEmpty()) {
            throw refused(noun, key, "the value is empty");
        }
    }

    /** The TAB ends a value where a time to live may follow. */
    static void requireValueWithoutTab(String noun, String key, String value) {
        requireValue(noun, key, value);
        if (value.indexOf('\t') >= 0) {
            throw refused(noun, key, "the value contains a TAB");
        }
    }

    /** The server would cut blanks off the ends of a group's name, and it would be another name. */
    static void requireGroup(String noun, String pattern, String group) {
        if (group.isEmpty() || isBlank(group.charAt(0)) || isBlank(group.charAt(group.length() - 1))) {
            throw refused(noun, pattern, "the name of the group is empty, or starts or ends with a blank");
        }
    }

    static void requireCount(String noun, String key, String what, int count, int most) {
        if (count < 1 || count > most) {
            String range = most == 1 ? "1" : "from 1 to " + most;
            throw refused(noun, key, "the " + what + " must be " + range + ", not " + count);
        }
    }

    /** Whole seconds, rounded up. */
    static long seconds(String noun, String key, String what, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            String most = "at most " + Request.MAX_SECONDS + " seconds";
            throw refused(noun, key, "the " + what + " must not be negative, and " + most + ", not " + duration);
        }
        return duration.toSeconds() + (duration.toNanosPart() > 0 ? 1 : 0);
    }

    static long positiveSeconds(String noun, String key, String what, Duration duration) {
        if (duration.isZero()) {
            throw refused(noun, key, "the " + what + " must be longer than zero");
        }
        return seconds(noun, key, what, duration);
    }

    static IllegalArgumentException refused(String noun, String key, String why) {
        return new IllegalArgumentException(noun + " " + Shown.key(key) + ": " + why);
    }

    /** How many bytes the text has on the wire, or -1 if it has half of a surrogate pair. */
    private static int utf8Length(String text) {
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return -1;
            }
            at += Character.charCount(point);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        }
        return bytes;
    }

    /** Also the line break, which is a blank to whoever reads the message. */
    private static boolean isBlank(char each) {
        return each == ' ' || (each >= '\t' && each <= '\r');
    }
}
