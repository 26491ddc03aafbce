package io.dflockd.cli.console;

import org.jspecify.annotations.Nullable;

/** The command could not do what it was asked for. The message is one line for the person who typed it. */
public final class Failure extends Exception {
    private final int status;

    /** The status is that of the program. */
    public Failure(int status, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** How the program is to end. */
    public int status() {
        return status;
    }
}
