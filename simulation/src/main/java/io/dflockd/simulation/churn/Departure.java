package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** The ways to go. */
enum Departure {
    CLOSE {
        @Override
        List<String> from(Wire wire) throws IOException {
            wire.close();
            return List.of();
        }
    },
    RESET {
        @Override
        List<String> from(Wire wire) throws IOException {
            wire.reset();
            return List.of();
        }
    },
    /** Says that nothing more comes, and waits for the server to close. */
    HALF_CLOSE {
        @Override
        List<String> from(Wire wire) throws IOException {
            wire.halfClose();
            List<String> late = wire.readToEnd();
            wire.close();
            return late;
        }
    };

    static Departure any(Random dice) {
        return values()[dice.nextInt(values().length)];
    }

    /** Leaves, and gives the answers that still came. */
    abstract List<String> from(Wire wire) throws IOException;
}
