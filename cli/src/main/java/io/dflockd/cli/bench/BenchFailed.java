package io.dflockd.cli.bench;

import java.util.Objects;

/** The reason why a run gave no figures. Its message is one line, written for the person who started it. */
public final class BenchFailed extends Exception {
    BenchFailed(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
