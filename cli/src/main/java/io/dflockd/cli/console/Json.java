package io.dflockd.cli.console;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON that servers send: objects are maps, arrays lists, numbers exact. Anything else is refused. */
public final class Json {
    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads an object; throws IllegalArgumentException if the text is none. */
    public static Map<String, @Nullable Object> object(String text) {
        Json json = new Json(text);
        Map<String, @Nullable Object> object = json.object();
        json.require(json.at == text.length());
        return object;
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        take('{');
        while (peek() != '}') {
            String name = string();
            take(':');
            object.put(name, value());
            if (peek() != '}') {
                take(',');
            }
        }
        take('}');
        return object;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> array = new ArrayList<>();
        take('[');
        while (peek() != ']') {
            array.add(value());
            if (peek() != ']') {
                take(',');
            }
        }
        take(']');
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        take('"');
        while (peek() != '"') {
            char each = next();
            string.append(each == '\\' ? escaped() : each);
        }
        take('"');
        return string.toString();
    }

    /** Servers escape quotes and backslashes, and control characters by their number. */
    private char escaped() {
        char each = next();
        if (each != 'u') {
            require(each == '"' || each == '\\' || each == '/');
            return each;
        }
        require(at + UNICODE_DIGITS <= text.length());
        at += UNICODE_DIGITS;
        return (char) Integer.parseInt(text.substring(at - UNICODE_DIGITS, at), 16);
    }

    private char next() {
        char each = peek();
        at++;
        return each;
    }

    private @Nullable Object word() {
        int start = at;
        while (at < text.length() && ",}]".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> new BigDecimal(word);
        };
    }

    private char peek() {
        require(at < text.length());
        return text.charAt(at);
    }

    private void take(char expected) {
        require(peek() == expected);
        at++;
    }

    private void require(boolean rule) {
        if (!rule) {
            throw new IllegalArgumentException("not JSON as a server sends it: " + text);
        }
    }
}
