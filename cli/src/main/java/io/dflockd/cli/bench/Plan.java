package io.dflockd.cli.bench;

import java.time.Duration;

/**
 * What is measured, how hard and how long.
 *
 * @param connections those that make requests; in a run of signals these are the publishers
 * @param depth how many requests a connection sends before it waits for the replies
 * @param listeners those that hear signals; 0 for any other work
 * @param payload the bytes of a value or of a signal
 * @param threads event loops of the load generator
 * @param length how long to measure at most, after the warm-up
 * @param requests how many requests to measure at most
 */
public record Plan(
        Server server,
        Mode mode,
        int connections,
        int depth,
        int listeners,
        int payload,
        int threads,
        Duration warmUp,
        Duration length,
        long requests) {

    public static final Duration ANY_LENGTH = Duration.ofNanos(Long.MAX_VALUE);
    public static final long ANY_NUMBER = Long.MAX_VALUE;

    boolean isCounted() {
        return requests != ANY_NUMBER;
    }
}
