package io.dflockd.cli.console;

/** How a command that is a client ends, beside the statuses of what it runs. The first ones are those of flock(1). */
public final class ExitStatus {
    /** Not granted in time, or nothing there. */
    public static final int NOTHING = 1;
    /** The command line could not be read. */
    public static final int MISUSE = 2;
    /** The server cannot be reached, or refuses: EX_UNAVAILABLE. */
    public static final int UNAVAILABLE = 69;
    /** The lock was lost while the command ran: EX_TEMPFAIL. */
    public static final int LOST = 75;
    /** The command is there, but cannot be run. */
    public static final int NOT_RUNNABLE = 126;
    /** There is no such command. */
    public static final int NOT_FOUND = 127;
    /** Nobody reads the output any more: as of a program that SIGPIPE has ended. */
    public static final int UNREAD = 141;

    private ExitStatus() {}
}
