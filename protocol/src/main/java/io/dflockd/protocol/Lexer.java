package io.dflockd.protocol;

import java.util.Arrays;

/** Finds words, blanks and numbers in a stretch of bytes. It keeps nothing and allocates nothing. */
final class Lexer {
    private Lexer() {}

    /** What separates the fields of an argument line. The line feed is not among them: it ends the line. */
    static boolean isBlank(byte each) {
        return each == ' ' || each == '\t' || each == 0x0B || each == '\f' || each == '\r';
    }

    static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }

    /** Where the blanks at the beginning end. */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Where the blanks at the end begin. */
    static int cutBlanks(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && isBlank(bytes[at - 1])) {
            at--;
        }
        return at;
    }

    /** Where the first blank is, or the end. */
    static int endOfWord(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Where the first TAB is, or -1. */
    static int indexOfTab(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\t') {
                return i;
            }
        }
        return -1;
    }

    /** Whether any of these well-formed bytes is a control character: those of ASCII, and the 32 behind them. */
    static boolean hasControls(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean isSecondSet = bytes[i] == (byte) 0xC2 && i + 1 < to && bytes[i + 1] < (byte) 0xA0;
            if ((bytes[i] >= 0 && bytes[i] < ' ') || bytes[i] == 0x7F || isSecondSet) {
                return true;
            }
        }
        return false;
    }

    /** Whether the bytes are this word and nothing else. */
    static boolean isWord(byte[] word, byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, word, 0, word.length);
    }

    /** An optional sign and one or more ASCII digits that fit 64 bits. */
    static long integer(byte[] bytes, int from, int to) throws ProtocolException {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        require(at < to);
        long below = 0; // counted downwards, because there is one negative number more than positive ones
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            require(digit >= 0 && digit <= 9);
            require(below >= (Long.MIN_VALUE + digit) / 10);
            below = below * 10 - digit;
        }
        require(negative || below != Long.MIN_VALUE);
        return negative ? below : -below;
    }

    /** One or more ASCII digits that fit 64 bits without a sign. */
    static long unsigned(byte[] bytes, int from, int to) throws ProtocolException {
        require(from < to);
        long number = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            require(digit >= 0 && digit <= 9);
            require(Long.compareUnsigned(number, Long.divideUnsigned(-1 - digit, 10)) <= 0);
            number = number * 10 + digit;
        }
        return number;
    }

    private static void require(boolean isInteger) throws ProtocolException {
        if (!isInteger) {
            throw Fault.BAD_INTEGER.exception();
        }
    }
}
