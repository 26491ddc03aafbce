package io.dflockd.client;

import java.time.Duration;

/** Clients for tests: they are quick to connect again, and say nothing that the test has not asked for. */
final class Clients {
    /** Longer than any test: what must not come to an end by itself. */
    static final Duration LONG = Duration.ofMinutes(10);

    /** A renewal ratio so small that every grant is renewed ten times a second, and no lease can run out meanwhile. */
    static final double OFTEN = 1e-9;

    private Clients() {}

    static DflockdOptions.Builder options(String... servers) {
        return DflockdOptions.builder()
                .servers(servers)
                .pingInterval(Duration.ZERO)
                .backoff(Duration.ofMillis(1), Duration.ofMillis(20));
    }

    /** One that waits longer for an answer than a slow machine needs. */
    static DflockdOptions.Builder patientOptions(String... servers) {
        return options(servers).answerTimeout(Duration.ofSeconds(20)).releaseTimeout(Duration.ofSeconds(20));
    }

    /** One that is as patient, of a cluster. */
    static DflockdOptions.Builder clusterOptions(String... nodes) {
        return DflockdOptions.builder()
                .cluster(nodes)
                .pingInterval(Duration.ZERO)
                .backoff(Duration.ofMillis(1), Duration.ofMillis(20))
                .answerTimeout(Duration.ofSeconds(20))
                .releaseTimeout(Duration.ofSeconds(20));
    }

    static Dflockd connect(String... servers) {
        return Dflockd.connect(options(servers).build());
    }

    static Dflockd of(String... servers) {
        return Dflockd.connect(patientOptions(servers).build());
    }
}
