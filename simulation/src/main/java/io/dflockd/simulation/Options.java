package io.dflockd.simulation;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What to run: the seeds from one to another, for no longer than the time given, each with so many steps. */
record Options(long firstSeed, long lastSeed, Duration time, int steps) {
    static final int DEFAULT_STEPS = 300;
    private static final int MOST = 1_000_000;
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(36_500);
    private static final Pattern RANGE = Pattern.compile("(-?[0-9]+)\\.\\.(-?[0-9]+)");

    /** Reads the command line; {@code freshSeed} is where a run begins that is limited by time only. */
    static Options parse(String[] args, long freshSeed) {
        Options options = null;
        int steps = DEFAULT_STEPS;
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value");
            }
            String value = args[i + 1];
            switch (args[i]) {
                case "--seed" -> options = only(options, seeds(number(value), number(value)));
                case "--seeds" -> options = only(options, range(value));
                case "--hours" -> options = only(options, hours(positive(value), freshSeed));
                case "--steps" -> steps = positive(value);
                default -> throw new IllegalArgumentException(args[i] + " is not an option");
            }
        }
        if (options == null) {
            throw new IllegalArgumentException("nothing to run");
        }
        return new Options(options.firstSeed, options.lastSeed, options.time, steps);
    }

    private static Options only(@Nullable Options before, Options given) {
        if (before != null) {
            throw new IllegalArgumentException("--seed, --seeds and --hours exclude each other");
        }
        return given;
    }

    private static Options seeds(long first, long last) {
        if (first > last) {
            throw new IllegalArgumentException("there is no seed from " + first + " to " + last);
        }
        return new Options(first, last, AS_LONG_AS_IT_TAKES, DEFAULT_STEPS);
    }

    private static Options range(String value) {
        Matcher matcher = RANGE.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(value + " is not a range of seeds such as 1..1000");
        }
        return seeds(number(matcher.group(1)), number(matcher.group(2)));
    }

    private static Options hours(long hours, long freshSeed) {
        return new Options(freshSeed, Long.MAX_VALUE, Duration.ofHours(hours), DEFAULT_STEPS);
    }

    private static int positive(String value) {
        long number = number(value);
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException(value + " is not a number from 1 to " + MOST);
        }
        return (int) number;
    }

    private static long number(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(value + " is not a number", none);
        }
    }
}
