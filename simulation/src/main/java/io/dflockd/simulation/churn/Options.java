package io.dflockd.simulation.churn;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What to run: for how long, with which dice, and on which server if not on one of its own. */
record Options(Duration time, long seed, @Nullable InetSocketAddress server) {
    private static final int MOST = 1_000_000;
    private static final int HIGHEST_PORT = 65_535;

    /** Reads the command line; {@code freshSeed} is for a run that names none. */
    static Options parse(String[] args, long freshSeed) {
        Duration time = null;
        long seed = freshSeed;
        String host = null;
        Integer port = null;
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value");
            }
            String value = args[i + 1];
            switch (args[i]) {
                case "--minutes" -> time = only(time, Duration.ofMinutes(positive(value, MOST)));
                case "--seconds" -> time = only(time, Duration.ofSeconds(positive(value, MOST)));
                case "--seed" -> seed = number(value);
                case "--host" -> host = value;
                case "--port" -> port = positive(value, HIGHEST_PORT);
                default -> throw new IllegalArgumentException(args[i] + " is not an option");
            }
        }
        if (time == null) {
            throw new IllegalArgumentException("for how long?");
        }
        return new Options(time, seed, server(host, port));
    }

    private static Duration only(@Nullable Duration before, Duration given) {
        if (before != null) {
            throw new IllegalArgumentException("--minutes and --seconds exclude each other");
        }
        return given;
    }

    private static @Nullable InetSocketAddress server(@Nullable String host, @Nullable Integer port) {
        if (port == null) {
            if (host != null) {
                throw new IllegalArgumentException("--host needs --port beside it");
            }
            return null;
        }
        InetSocketAddress address = new InetSocketAddress(host == null ? "127.0.0.1" : host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(host + " is not a host");
        }
        return address;
    }

    private static int positive(String value, int most) {
        long number = number(value);
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(value + " is not a number from 1 to " + most);
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
