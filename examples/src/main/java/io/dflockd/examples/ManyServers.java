package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.DflockdOptions;
import io.dflockd.client.Grant;
import io.dflockd.client.exceptions.ConnectionException;
import java.time.Duration;
import java.util.List;

/** Sharding: the keys are spread over several servers. If one is away, its keys fail and the others go on. */
public final class ManyServers {
    private ManyServers() {}

    public static void main(String[] args) {
        DflockdOptions options = DflockdOptions.builder()
                .servers(List.of(args)) // all clients: the same servers in the same order
                .answerTimeout(Duration.ofSeconds(1))
                .build();
        try (Dflockd dflockd = Dflockd.connect(options)) {
            for (String key : List.of("my-key", "my-job", "a", "worker-pool")) {
                try (Grant grant = dflockd.lock(key).acquire(Duration.ofSeconds(1))) {
                    System.out.println(grant.key() + " is locked");
                } catch (ConnectionException away) {
                    System.out.println(key + " is out of reach");
                }
            }
        }
    }
}
