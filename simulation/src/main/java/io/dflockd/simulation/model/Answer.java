package io.dflockd.simulation.model;

/**
 * One line to one session. In an answer of the model {@code <t7>} and {@code <f7>} stand for token and fence of the
 * seventh grant, and {@code ~2.5} for a number that is rounded on the wire.
 */
public record Answer(long session, String line) {
    /** As a person reads it: without the lists of {@code stats} that are empty. */
    @Override
    public String toString() {
        return "session " + session + " < " + line.replaceAll(",\"\\w+\":\\[]", "");
    }
}
