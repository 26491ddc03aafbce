package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/**
 * Brings somebody along who listens and holds a lock, but never reads, and signals to them until they are cut off. They
 * must lose their subscription and their lock; what they got before must be whole and in order.
 */
final class Frozen extends Guest {
    private static final int BATCH = 64;
    private static final int MOST_SIGNALS = 200_000;
    private static final String FILLING = "x".repeat(180);

    private final String channel;
    private long heard;

    Frozen(Scene scene, Random dice) {
        super(scene, dice);
        this.channel = "churn.flood." + "x".repeat(200) + scene.newNumber();
    }

    @Override
    void visit(Wire wire) throws IOException {
        try (Wire frozen = scene.connect()) {
            frozen.hearWith(this::hear);
            frozen.ask("l", channel, "0 600");
            frozen.ask("listen", channel, dice.nextBoolean() ? "group" : "");
            floodUntilCutOff(wire);
            String token = Worker.tokenOf(wire.ask("l", channel, "15"));
            if (token.isEmpty()) {
                throw new Fault("a client that was cut off kept its lock");
            }
            wire.ask("r", channel, token);
            frozen.readToEnd();
            scene.counts.cutOffs.increment();
        }
    }

    private void floodUntilCutOff(Wire wire) throws IOException {
        for (int sent = 0; sent < MOST_SIGNALS; sent += BATCH) {
            for (int i = 1; i <= BATCH; i++) {
                wire.send("signal", channel, (sent + i) + " " + FILLING);
            }
            int delivered = 0;
            for (int i = 0; i < BATCH; i++) {
                delivered += wire.answer().equals("ok 1") ? 1 : 0;
            }
            if (delivered == 0) {
                return;
            }
        }
        throw new Fault("a listener that reads nothing is not cut off after " + MOST_SIGNALS + " signals");
    }

    private void hear(Heard push) {
        heard++;
        if (!push.name().equals(channel) || !push.text().equals(heard + " " + FILLING)) {
            throw new Fault("a listener that was cut off had heard as number " + heard + ": " + push);
        }
    }
}
