package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The answer to one request: one line. */
public sealed interface Reply {
    /** The first word of the line. */
    Status status();

    /** Writes the line without tag and terminator. */
    void writeTo(Lines lines);

    /** A word alone. */
    record Bare(Status status) implements Reply {
        @Override
        public void writeTo(Lines lines) {
            status.writeTo(lines);
        }
    }

    /** A grant: {@code ok <token> <lease>[ <fence>]}, or the same with {@code acquired}. */
    record Granted(Status status, long fence, long salt, long leaseSeconds, boolean showsFence) implements Reply {
        @Override
        public void writeTo(Lines lines) {
            status.writeTo(lines);
            lines.space().hex(fence).hex(salt).space().decimal(leaseSeconds);
            if (showsFence) {
                lines.space().decimal(fence);
            }
        }
    }

    /** A renewal: {@code ok <remaining>[ <fence>]}. */
    record Renewed(long leaseSeconds, long fence, boolean showsFence) implements Reply {
        @Override
        public Status status() {
            return Status.OK;
        }

        @Override
        public void writeTo(Lines lines) {
            status().writeTo(lines);
            lines.space().decimal(leaseSeconds);
            if (showsFence) {
                lines.space().decimal(fence);
            }
        }
    }

    /** {@code ok <number>}, a signed one. */
    record Figure(long value) implements Reply {
        @Override
        public Status status() {
            return Status.OK;
        }

        @Override
        public void writeTo(Lines lines) {
            status().writeTo(lines);
            lines.space().signed(value);
        }
    }

    /** {@code ok <json array of strings>}. It may be long: whoever must not wait for it prints it in pieces. */
    record Items(List<byte[]> items) implements Reply {
        @Override
        public Status status() {
            return Status.OK;
        }

        @Override
        public void writeTo(Lines lines) {
            new ItemsPrinter(items).print(lines, Integer.MAX_VALUE);
        }
    }

    /** {@code ok <text>}. The text is a whole line's rest and belongs to the reply. */
    @SuppressWarnings("ArrayRecordComponent") // never compared: a reply is written once and forgotten
    record Text(byte[] text) implements Reply {
        @Override
        public Status status() {
            return Status.OK;
        }

        @Override
        public void writeTo(Lines lines) {
            status().writeTo(lines);
            lines.space().append(text, 0, text.length);
        }
    }

    /** The line as a string, for logs and tests. */
    default String line() {
        Lines lines = new Lines();
        writeTo(lines);
        return new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
    }
}
