package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;

/** Room for the token of a grant, used again for each. */
final class Token {
    private static final int LONGEST = 64;

    private final byte[] bytes = new byte[LONGEST];
    private int length;

    /** Copies the token out of {@code ok <token> <lease>}. */
    void read(String command, ByteBuf in, int start, int end) throws BenchFailed {
        Replies.requireOk(command, in, start, end);
        int first = Replies.field(start);
        length = Replies.endOfField(in, first, end) - first;
        if (length <= 0 || length > LONGEST) {
            throw Faults.unexpected(command, Replies.text(in, start, end));
        }
        in.getBytes(first, bytes, 0, length);
    }

    void write(ByteBuf out) {
        out.writeBytes(bytes, 0, length).writeByte('\n');
    }
}
