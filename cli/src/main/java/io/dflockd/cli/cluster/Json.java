package io.dflockd.cli.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON that nodes send: objects are maps, arrays lists, numbers doubles. Anything else is refused. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads an object; throws IllegalArgumentException if the text is none. */
    static Map<String, @Nullable Object> object(String text) {
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

    /** Nodes escape nothing in what they say of the cluster. */
    private String string() {
        take('"');
        int end = text.indexOf('"', at);
        require(end >= 0 && text.substring(at, end).indexOf('\\') < 0);
        String string = text.substring(at, end);
        at = end + 1;
        return string;
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
            default -> Double.valueOf(word);
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
            throw new IllegalArgumentException("not JSON as a node sends it: " + text);
        }
    }
}
