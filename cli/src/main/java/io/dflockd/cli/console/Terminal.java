package io.dflockd.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Whether somebody is looking. */
public final class Terminal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

    private Terminal() {}

    /** Java cannot tell, but Linux can. Elsewhere the answer is no. */
    public static boolean isStandardError() {
        try {
            return DEVICE.matcher(Files.readSymbolicLink(STANDARD_ERROR).toString())
                    .matches();
        } catch (IOException notLinux) {
            return false;
        }
    }
}
