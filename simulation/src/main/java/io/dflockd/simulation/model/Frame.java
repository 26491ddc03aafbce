package io.dflockd.simulation.model;

import java.nio.charset.StandardCharsets;

/** The three lines of a request. A line is a string of bytes, as ISO 8859-1 has them, so that it may be broken UTF-8. */
public record Frame(String first, String key, String argument) {

    public byte[] bytes() {
        return (first + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** As a vector of PROTOCOL.md has it: {@code l|k|0}. */
    @Override
    public String toString() {
        return (first + "|" + key + "|" + argument).replace("\r", "\\r").replace("\t", "\\t");
    }
}
