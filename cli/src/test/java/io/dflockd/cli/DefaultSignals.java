package io.dflockd.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Starts a command that hears SIGINT and SIGHUP whoever started the tests.
 *
 * <p>A signal that a shell ignores, as it does for its background jobs, stays ignored in all their descendants, and a JVM
 * then leaves it alone. A shell cannot undo that for its children; {@code env} of GNU and Perl can. Where there is
 * neither, the command starts as it is.
 */
final class DefaultSignals {
    private static final String RESET = "if env --default-signal=INT,HUP true 2>/dev/null; then"
            + "   exec env --default-signal=INT,HUP \"$@\";"
            + " elif command -v perl >/dev/null; then"
            + "   exec perl -e '$SIG{INT} = $SIG{HUP} = \"DEFAULT\"; exec @ARGV' \"$@\";"
            + " fi;"
            + " exec \"$@\"";

    private DefaultSignals() {}

    /** The command that starts the given one. It keeps the number of the process. */
    static List<String> in(List<String> command) {
        List<String> whole = new ArrayList<>(List.of("sh", "-c", RESET, "sh"));
        whole.addAll(command);
        return whole;
    }
}
