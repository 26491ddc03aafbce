package io.dflockd.client;

import java.time.Duration;

/** Clients for tests, which come back soon when a connection was lost. */
final class Clients {
    private Clients() {}

    static Dflockd of(String... addresses) {
        return Dflockd.connect(options(addresses).build());
    }

    static DflockdOptions.Builder options(String... addresses) {
        return DflockdOptions.builder()
                .servers(addresses)
                .backoff(Duration.ofMillis(1), Duration.ofMillis(50))
                .answerTimeout(Duration.ofSeconds(20))
                .releaseTimeout(Duration.ofSeconds(20));
    }
}
