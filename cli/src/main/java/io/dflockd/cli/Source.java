package io.dflockd.cli;

import java.util.Locale;

/** Where the value of a setting comes from, weakest first: a later one wins over an earlier one. */
enum Source {
    DEFAULT,
    FILE,
    FLAG,
    ENVIRONMENT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
