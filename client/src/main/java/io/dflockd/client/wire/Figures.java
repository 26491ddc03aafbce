package io.dflockd.client.wire;

import io.dflockd.protocol.Request;
import java.util.regex.Pattern;

/** The numbers of a response line, in the one spelling a server uses: no plus, no needless zero, ASCII digits. */
final class Figures {
    private static final Pattern SIGNED = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final Pattern POSITIVE = Pattern.compile("[1-9][0-9]{0,19}");

    private Figures() {}

    static long signed(String field, AnswerLine answer) {
        if (SIGNED.matcher(field).matches()) {
            try {
                return Long.parseLong(field);
            } catch (NumberFormatException beyond64Bits) {
                throw answer.violation("a number is out of range");
            }
        }
        throw answer.violation("a number is malformed");
    }

    /** A lease that is zero or beyond what can be asked for would make renewal run wild. */
    static long seconds(String field, AnswerLine answer) {
        long seconds = signed(field, answer);
        if (seconds < 1 || seconds > Request.MAX_SECONDS) {
            throw answer.violation("a lease is out of range");
        }
        return seconds;
    }

    /** An unsigned number, not zero. */
    static long fence(String field, AnswerLine answer) {
        if (POSITIVE.matcher(field).matches()) {
            try {
                return Long.parseUnsignedLong(field);
            } catch (NumberFormatException beyond64Bits) {
                throw answer.violation("a fence is out of range");
            }
        }
        throw answer.violation("a fence is malformed");
    }
}
