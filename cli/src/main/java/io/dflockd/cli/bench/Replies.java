package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reading a reply where it lies in its buffer. */
final class Replies {
    private static final int OK = 'o' << 8 | 'k';
    private static final int AFTER_OK = 3;
    private static final int LONGEST_SHOWN = 80;

    private Replies() {}

    /** Takes {@code ok}, with or without fields, and nothing else. */
    static void requireOk(String command, ByteBuf in, int start, int end) throws BenchFailed {
        if (end - start < 2 || in.getShort(start) != OK) {
            throw Faults.unexpected(command, text(in, start, end));
        }
    }

    /** Where the first field after {@code ok} begins. */
    static int field(int start) {
        return start + AFTER_OK;
    }

    /** Where the field that begins at a place ends. */
    static int endOfField(ByteBuf in, int start, int end) {
        int space = in.indexOf(start, end, (byte) ' ');
        return space < 0 ? end : space;
    }

    static String text(ByteBuf in, int start, int end) {
        return in.toString(start, Math.min(end - start, LONGEST_SHOWN), StandardCharsets.UTF_8);
    }
}
