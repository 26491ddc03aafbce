package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Signals on all channels, with a number that tells listeners whether they missed one. */
final class Sender extends Worker {
    private final long name;
    private final long[] sent = new long[Names.ofAKind()];

    Sender(Scene scene, Random dice) throws IOException {
        super(scene, dice);
        this.name = scene.newNumber();
    }

    @Override
    void step() throws IOException {
        int channel = dice.nextInt(sent.length);
        sent[channel]++;
        wire.ask("signal", Names.of("news", channel), name + " " + sent[channel]);
    }
}
