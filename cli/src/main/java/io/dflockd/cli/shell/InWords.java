package io.dflockd.cli.shell;

import io.dflockd.cli.console.Words;
import io.dflockd.protocol.Command;
import java.util.Locale;

/** An answer as somebody reads it who has not learned the protocol. */
final class InWords {
    private static final String INDENT = "  ";
    private static final int SHORT = 76;

    private InWords() {}

    static String of(Command command, String reply) {
        if (reply.startsWith("ok {")) {
            return json(Words.harmless(reply.substring("ok ".length())));
        }
        String[] words = reply.split(" ", -1);
        boolean isGrant = words.length >= 3 && (words[0].equals("ok") || words[0].equals("acquired"));
        if (isGrant
                && switch (command.kind()) {
                    case ACQUIRE, ENQUEUE, WAIT -> true;
                    case RELEASE, RENEW, FORCE, READ, WRITE, TAKE, MEET, SUBSCRIBE, CONNECTION -> false;
                }) {
            String fence = Long.toUnsignedString(Long.parseUnsignedLong(words[1].substring(0, 16), 16));
            return words[0] + "   token " + words[1] + "   lease " + words[2] + " s   fence " + fence;
        }
        return Words.harmless(reply) + remark(command, reply);
    }

    private static String remark(Command command, String reply) {
        return switch (reply) {
            case "timeout" -> "   it did not happen in time";
            case "nil" -> "   there is nothing";
            case "cas_conflict" -> "   the value is another";
            case "error" -> "   " + Manual.usage(command);
            default ->
                reply.startsWith("error_")
                        ? "   "
                                + reply.substring("error_".length())
                                        .replace('_', ' ')
                                        .toLowerCase(Locale.ROOT)
                        : "";
        };
    }

    /** Each field of the outermost object on a line of its own, and the elements of its arrays too. */
    private static String json(String object) {
        if (object.length() <= SHORT) {
            return object;
        }
        StringBuilder text = new StringBuilder();
        int depth = 0;
        boolean isQuoted = false;
        for (int i = 0; i < object.length(); i++) {
            char c = object.charAt(i);
            boolean isEscaped = i > 0 && object.charAt(i - 1) == '\\';
            isQuoted ^= c == '"' && !isEscaped;
            boolean opens = !isQuoted && (c == '{' || c == '[');
            boolean closes = !isQuoted && (c == '}' || c == ']');
            depth -= closes ? 1 : 0;
            boolean isEmpty = closes && "{[".indexOf(object.charAt(i - 1)) >= 0;
            if (closes && depth < 2 && !isEmpty) {
                newLine(text, depth);
            }
            text.append(c);
            depth += opens ? 1 : 0;
            boolean opensContent = opens && "}]".indexOf(object.charAt(i + 1)) < 0;
            if ((opensContent && depth <= 2) || (!isQuoted && c == ',' && depth <= 2)) {
                newLine(text, depth);
            }
        }
        return text.toString();
    }

    private static void newLine(StringBuilder text, int depth) {
        text.append('\n').append(INDENT.repeat(depth));
    }
}
