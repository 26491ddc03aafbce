package io.dflockd.cli.console;

import java.io.PrintStream;

/** One line on a terminal that changes. Once it is closed it is gone, and stays so. */
public final class StatusLine implements AutoCloseable {
    private static final String TO_START = "\r";
    private static final String ERASE = "\u001b[K";
    private static final int COLUMNS = 79;

    private final PrintStream terminal;
    private boolean isShown;
    private boolean isClosed;

    /** Nothing is shown yet. */
    public StatusLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Shows this in place of what was there. */
    public synchronized void show(String text) {
        if (!isClosed) {
            terminal.print(TO_START + (text.length() > COLUMNS ? text.substring(0, COLUMNS - 1) + "…" : text) + ERASE);
            terminal.flush();
            isShown = true;
        }
    }

    @Override
    public synchronized void close() {
        if (isShown && !isClosed) {
            terminal.print(TO_START + ERASE);
            terminal.flush();
        }
        isClosed = true;
    }
}
