package io.dflockd.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Whether somebody is looking. Java cannot tell, but Linux can; elsewhere the answer is no. */
public final class Terminal {
    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");
    private static final int GROUP = 2; // among the fields of /proc/self/stat that follow the name of the program
    private static final int FOREGROUND_GROUP = 5;

    private Terminal() {}

    /** Whether what is typed comes from somebody. */
    public static boolean isStandardInput() {
        return isTerminal(0);
    }

    /** Whether somebody reads what is printed. */
    public static boolean isStandardOutput() {
        return isTerminal(1);
    }

    /** Whether somebody reads complaints. */
    public static boolean isStandardError() {
        return isTerminal(2);
    }

    private static boolean isTerminal(int descriptor) {
        try {
            return DEVICE.matcher(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                            .toString())
                    .matches();
        } catch (IOException notLinux) {
            return false;
        }
    }

    /** Whether a Ctrl-C in the terminal reaches this process, and all others of its group with it. */
    public static boolean isForeground() {
        try {
            String line = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", FOREGROUND_GROUP + 2);
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException notLinux) {
            return false;
        }
    }
}
