package io.dflockd.client.wire;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Text from outside as messages and logs show it: short, on one line, without what would disturb a terminal. */
final class Shown {
    static final int LINE_LENGTH = 80;
    static final String HIDDEN = "…";

    private static final int KEY_LENGTH = 256;
    private static final int CONSIDERED = 4 * LINE_LENGTH;
    private static final Pattern GRANT = Pattern.compile("^(\\s*(?:ok|acquired)\\s+)\\S+");
    private static final Pattern PERHAPS_TOKEN = Pattern.compile("[0-9A-Za-z-]{16,}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,20}");

    private Shown() {}

    static String key(String key) {
        return "'" + printable(key, KEY_LENGTH) + "'";
    }

    /** The start of a line that has no grant in it by rights; what looks like a token is hidden all the same. */
    static String line(String line) {
        String start = line.substring(0, Math.min(line.length(), CONSIDERED));
        String shown = PERHAPS_TOKEN.matcher(start).replaceAll(Shown::withoutToken);
        return "'" + printable(shown, LINE_LENGTH) + "'";
    }

    /** The start of a line that is or should be a grant: the place of the token is hidden, whatever is there. */
    static String grantLine(String line) {
        String start = line.substring(0, Math.min(line.length(), CONSIDERED));
        return line(GRANT.matcher(start).replaceFirst("$1" + HIDDEN));
    }

    private static String withoutToken(MatchResult run) {
        return NUMBER.matcher(run.group()).matches() ? run.group() : HIDDEN;
    }

    private static String printable(String text, int length) {
        var shown = new StringBuilder();
        int at = 0;
        while (at < text.length() && shown.length() < length) {
            int point = text.codePointAt(at);
            shown.append(isPrintable(point) ? Character.toString(point) : String.format("\\u%04x", point));
            at += Character.charCount(point);
        }
        return cut(shown, at < text.length(), length);
    }

    private static String cut(StringBuilder shown, boolean hasMore, int length) {
        if (!hasMore && shown.length() <= length) {
            return shown.toString();
        }
        int end = Math.min(shown.length(), length - 1);
        return shown.substring(0, Character.isHighSurrogate(shown.charAt(end - 1)) ? end - 1 : end) + HIDDEN;
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
