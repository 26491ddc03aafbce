package io.dflockd.server;

import java.util.Objects;

/** The reason why a server could not start. Its message is one line, written for the person who started it. */
public final class StartupException extends Exception {
    public StartupException(String message) {
        super(message);
    }

    public StartupException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
