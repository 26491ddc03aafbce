package io.dflockd.protocol;

/** One line to a client: the answer to a request, or a push. */
public interface Line {
    /** Writes the line with its terminator. */
    void writeTo(Lines lines);
}
