package io.dflockd.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The escapes of the vectors: {@code \n \r \t \s \xHH} for a byte each, {@code <x*N>} for a character N times. */
final class Escapes {
    private static final Pattern REPEATED = Pattern.compile("<(.)\\*(\\d+)>");

    private Escapes() {}

    static byte[] bytes(String text) {
        byte[] source = repeat(text).getBytes(StandardCharsets.UTF_8);
        var plain = new ByteArrayOutputStream(source.length);
        for (int at = 0; at < source.length; at++) {
            if (source[at] != '\\') {
                plain.write(source[at]);
            } else if (source[at + 1] == 'x') {
                plain.write(Integer.parseInt(new String(source, at + 2, 2, StandardCharsets.US_ASCII), 16));
                at += 3;
            } else {
                plain.write(control(source[++at]));
            }
        }
        return plain.toByteArray();
    }

    static String text(String text) {
        return new String(bytes(text), StandardCharsets.UTF_8);
    }

    private static String repeat(String text) {
        return REPEATED.matcher(text).replaceAll(found -> found.group(1).repeat(Integer.parseInt(found.group(2))));
    }

    private static char control(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 's' -> ' ';
            case '\\' -> '\\';
            default -> throw new IllegalArgumentException("unknown escape \\" + (char) letter);
        };
    }
}
