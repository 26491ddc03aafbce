package io.dflockd.cli.console;

import java.util.Locale;

/** Times and names as people read them. */
public final class Words {
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;
    private static final double EXACT_SECONDS = 10;

    private Words() {}

    /** {@code 4.2 s}, {@code 42 s}, {@code 3 m 10 s}, {@code 2 h 5 m}, {@code 3 d 4 h}. */
    public static String time(double seconds) {
        if (seconds < EXACT_SECONDS) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < MINUTE) {
            return whole + " s";
        }
        if (whole < HOUR) {
            return two(whole, MINUTE, "m", 1, "s");
        }
        return whole < DAY ? two(whole, HOUR, "h", MINUTE, "m") : two(whole, DAY, "d", HOUR, "h");
    }

    private static String two(long seconds, int large, String largeName, int small, String smallName) {
        long rest = seconds % large / small;
        return seconds / large + " " + largeName + (rest == 0 ? "" : " " + rest + " " + smallName);
    }

    /** A text from elsewhere that can do nothing to a terminal: control characters are escaped. */
    public static String harmless(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isHarmless(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append(String.format(Locale.ROOT, "\\u%04x", point));
            }
        });
        return shown.toString();
    }

    private static boolean isHarmless(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** A harmless text of at most so many characters: what is too long loses its middle. */
    public static String cut(String text, int length) {
        String shown = harmless(text);
        if (shown.length() <= length) {
            return shown;
        }
        int head = length / 2;
        return shown.substring(0, head) + "…" + shown.substring(shown.length() - (length - head - 1));
    }
}
