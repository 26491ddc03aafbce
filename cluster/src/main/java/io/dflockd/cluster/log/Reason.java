package io.dflockd.cluster.log;

/** What an exception comes down to, in one line: the message of its innermost cause. */
final class Reason {
    private Reason() {}

    static String of(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String message = innermost.getMessage() == null ? innermost.toString() : innermost.getMessage();
        return message.replaceAll("\\s+", " ");
    }
}
