package io.dflockd.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Tells well-formed UTF-8. Asked only for lines with bytes beyond ASCII, so it need not be fast. */
final class Utf8 {
    private Utf8() {}

    static boolean isWellFormed(byte[] bytes, int from, int to) {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
