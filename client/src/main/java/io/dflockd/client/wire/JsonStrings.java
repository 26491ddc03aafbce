package io.dflockd.client.wire;

import io.dflockd.client.exceptions.ProtocolViolationException;
import java.util.ArrayList;
import java.util.List;

/** A reader of one JSON array of strings, in any spelling JSON allows between its brackets and in no other. */
final class JsonStrings {
    private static final int UNICODE_DIGITS = 4;
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final String text;
    private final AnswerLine answer;
    private int at;

    JsonStrings(String text, AnswerLine answer) {
        this.text = text;
        this.answer = answer;
    }

    List<String> read() {
        List<String> strings = new ArrayList<>();
        require(next() == '[');
        skipBlanks();
        if (peek() == ']') {
            at++;
        } else {
            do {
                skipBlanks();
                strings.add(string());
                skipBlanks();
            } while (continues());
        }
        require(at == text.length());
        return List.copyOf(strings);
    }

    /** Whether another string follows; otherwise the array is over. */
    private boolean continues() {
        char separator = next();
        require(separator == ',' || separator == ']');
        return separator == ',';
    }

    private String string() {
        require(next() == '"');
        var string = new StringBuilder();
        char each = next();
        while (each != '"') {
            require(each >= ' ');
            string.append(each == '\\' ? escape() : each);
            each = next();
        }
        requirePairs(string);
        return string.toString();
    }

    private char escape() {
        char letter = next();
        if (letter == 'u') {
            return unicode();
        }
        int index = ESCAPES.indexOf(letter);
        require(index >= 0);
        return ESCAPED.charAt(index);
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            char digit = next();
            require(digit < 0x80 && Character.digit(digit, 16) >= 0);
            code = code << 4 | Character.digit(digit, 16);
        }
        return (char) code;
    }

    /** The server keeps UTF-8, so half of a surrogate pair cannot come from it. */
    private void requirePairs(CharSequence string) {
        require(string.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE));
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\r') {
            at++;
        }
    }

    /** The next character, or the line's terminator if there is none. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\n';
    }

    private char next() {
        require(at < text.length());
        return text.charAt(at++);
    }

    private void require(boolean isAllowed) {
        if (!isAllowed) {
            throw malformed();
        }
    }

    /** The strings are somebody's values, so only the place is told. */
    private ProtocolViolationException malformed() {
        return answer.privateViolation(
                "the answer is not a JSON array of strings: see character " + at + " of " + text.length());
    }
}
