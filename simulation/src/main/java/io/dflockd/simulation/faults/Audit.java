package io.dflockd.simulation.faults;

import java.io.IOException;

/** Looks at all data when everybody has left, and empties the lists: the checker then knows what must be there. */
final class Audit {
    private final Cluster cluster;
    private final Recorder recorder;

    Audit(Cluster cluster, Recorder recorder) {
        this.cluster = cluster;
        this.recorder = recorder;
    }

    void run() throws IOException, InterruptedException {
        Node node = cluster.leader();
        try (Talk talk = Talk.open("audit.1", node.name(), node.address(), recorder)) {
            for (int i = 0; i < DataJob.KEYS; i++) {
                require(talk.ask("get", "count-" + i, "_"));
                require(talk.ask("kget", "value-" + i, "_"));
                empty("list-" + i, talk);
                empty("archive-" + i, talk);
            }
        }
    }

    private static void empty(String list, Talk talk) throws IOException {
        Exchange pop = require(talk.ask("lpop", list, "_"));
        while (pop.isOk()) {
            pop = require(talk.ask("lpop", list, "_"));
        }
    }

    private static Exchange require(Exchange exchange) {
        if (exchange.isRefused()) {
            throw new Trouble("nobody leads, although nothing happened: " + exchange);
        }
        return exchange;
    }
}
