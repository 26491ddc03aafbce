package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Sees that the server goes on answering, old connections and new ones. */
final class Probe extends Worker {
    Probe(Scene scene, Random dice) throws IOException {
        super(scene, dice);
    }

    @Override
    void step() throws IOException {
        wire.ask("ping", "_", "_");
        if (dice.nextInt(100) == 0) {
            wire.ask("stats", "_", "_");
            try (Wire fresh = scene.connect()) {
                fresh.ask("ping", "_", "_");
            }
        }
    }
}
