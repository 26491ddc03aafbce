package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/** The strings of a reply {@code ok <json array of strings>}, read by the rules of RFC 8259 and no others. */
final class JsonStrings {
    private final String text;
    private int at;

    private JsonStrings(String text) {
        this.text = text;
    }

    static List<String> of(String reply) {
        JsonStrings reader = new JsonStrings(reply);
        List<String> strings = reader.array();
        reader.require(reader.at == reply.length());
        return strings;
    }

    private List<String> array() {
        require(text.startsWith("ok ["));
        at = "ok [".length();
        List<String> strings = new ArrayList<>();
        if (peek() == ']') {
            at++;
            return strings;
        }
        char next = ',';
        while (next == ',') {
            strings.add(string());
            next = take();
        }
        require(next == ']');
        return strings;
    }

    private String string() {
        require(take() == '"');
        StringBuilder string = new StringBuilder();
        for (char each = take(); each != '"'; each = take()) {
            require(each >= ' ');
            string.append(each == '\\' ? escaped() : each);
        }
        return string.toString();
    }

    private char escaped() {
        char letter = take();
        if (letter == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int which = "\"\\/bfnrt".indexOf(letter);
        require(which >= 0);
        return "\"\\/\b\f\n\r\t".charAt(which);
    }

    private char peek() {
        require(at < text.length());
        return text.charAt(at);
    }

    private char take() {
        char next = peek();
        at++;
        return next;
    }

    private void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("not an array of strings, see position " + at + ": " + text);
        }
    }
}
