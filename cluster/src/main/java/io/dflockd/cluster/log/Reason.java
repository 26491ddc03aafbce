package io.dflockd.cluster.log;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What an exception comes down to, in one line: the message of its innermost cause. */
final class Reason {
    private Reason() {}

    static String of(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return sentence(innermost).replaceAll("\\s+", " ");
    }

    /** Some exceptions have a name that says everything, and a message that is only a path. */
    private static String sentence(Throwable failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (failure instanceof AccessDeniedException) {
            return message + ": permission denied";
        }
        return failure instanceof NoSuchFileException ? message + ": no such file or directory" : message;
    }
}
