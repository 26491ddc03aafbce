package io.dflockd.simulation.faults;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to run: for how long, with which dice, and where to keep the history.
 *
 * @param keep null for a new temporary directory
 */
record Options(Duration time, long seed, @Nullable Path keep) {
    private static final long MOST_MINUTES = 100_000;

    /** Reads the command line; {@code freshSeed} is for a run that names none. */
    static Options parse(String[] args, long freshSeed) {
        Duration time = null;
        long seed = freshSeed;
        Path keep = null;
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value");
            }
            String value = args[i + 1];
            switch (args[i]) {
                case "--minutes" -> time = minutes(value);
                case "--seed" -> seed = number(value);
                case "--keep" -> keep = Path.of(value);
                default -> throw new IllegalArgumentException(args[i] + " is not an option");
            }
        }
        if (time == null) {
            throw new IllegalArgumentException("for how long?");
        }
        return new Options(time, seed, keep);
    }

    private static Duration minutes(String value) {
        long minutes = number(value);
        if (minutes < 1 || minutes > MOST_MINUTES) {
            throw new IllegalArgumentException(value + " is not a number from 1 to " + MOST_MINUTES);
        }
        return Duration.ofMinutes(minutes);
    }

    private static long number(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(value + " is not a number", none);
        }
    }
}
