package io.dflockd.cli.wire;

import org.jspecify.annotations.Nullable;

/** A server could not be asked. The message is one line for the person who wanted to know. */
public final class Unreachable extends Exception {
    /** Nothing below it went wrong. */
    public Unreachable(String message) {
        this(message, null);
    }

    Unreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
