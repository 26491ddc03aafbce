package io.dflockd.cli.console;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One JSON object on one line, its fields in the order in which they were put. */
public final class JsonLine {
    private final StringBuilder fields = new StringBuilder();

    /** Adds a text. */
    public JsonLine put(String name, String text) {
        return field(name, quoted(text));
    }

    /** Adds a number. */
    public JsonLine put(String name, long number) {
        return field(name, String.valueOf(number));
    }

    /** Adds true or false. */
    public JsonLine put(String name, boolean truth) {
        return field(name, String.valueOf(truth));
    }

    /** Adds an array of texts. */
    public JsonLine put(String name, List<String> texts) {
        return field(name, texts.stream().map(JsonLine::quoted).collect(Collectors.joining(",", "[", "]")));
    }

    private JsonLine field(String name, String value) {
        fields.append(fields.length() == 0 ? "" : ",")
                .append(quoted(name))
                .append(':')
                .append(value);
        return this;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return "{" + fields + "}";
    }
}
