package io.dflockd.cli;

/** How one event looks in the log. */
enum LogFormat {
    /** A line for people. */
    TEXT,
    /** A JSON object for programs. */
    JSON
}
