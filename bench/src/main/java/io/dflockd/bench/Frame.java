package io.dflockd.bench;

import io.dflockd.protocol.FrameWriter;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one request, made once and changed in place: a run of {@code #} in its key is a number, a third line of
 * 32 {@code @} is a token.
 */
final class Frame {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String TOKEN = "@".repeat(32);

    final byte[] bytes;
    private final int numberFrom;
    private final int numberTo;
    private final int tokenFrom;

    Frame(String command, String key, String argument) {
        bytes = FrameWriter.frame(command, key, argument);
        String text = new String(bytes, StandardCharsets.ISO_8859_1); // a character for each byte
        numberFrom = text.indexOf('#');
        numberTo = text.lastIndexOf('#') + 1;
        tokenFrom = text.indexOf('@');
    }

    /** A request that names a grant by its token. */
    static Frame withToken(String command, String key) {
        return new Frame(command, key, TOKEN);
    }

    /** This request, but for the key with this number. */
    Frame number(int number) {
        int rest = number;
        for (int at = numberTo; at > numberFrom; rest /= 10) {
            bytes[--at] = (byte) ('0' + rest % 10);
        }
        return this;
    }

    /** This request, but for the grant with this fence and the salt zero. */
    Frame fence(long fence) {
        for (int digit = 0; digit < 16; digit++) {
            bytes[tokenFrom + digit] = HEX[(int) (fence >>> (60 - 4 * digit)) & 15];
            bytes[tokenFrom + 16 + digit] = '0';
        }
        return this;
    }
}
