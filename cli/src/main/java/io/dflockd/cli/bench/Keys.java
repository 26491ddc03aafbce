package io.dflockd.cli.bench;

import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The keys of one connection. They carry a number drawn for this run, so that they are nobody else's.
 *
 * @param run {@code bench.} and the number
 */
record Keys(String run, int connection, int count) {
    private static final int RADIX = 36;

    static String newRun() {
        return "bench." + Integer.toString(new SecureRandom().nextInt(Integer.MAX_VALUE), RADIX);
    }

    String key(int number) {
        return run + "." + connection + "." + number;
    }

    /** One request for each of the keys. */
    List<Request> each(String command, String argument) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Request(command, key(number), argument))
                .toList();
    }
}
