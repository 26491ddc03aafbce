package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Counts with a counter of its own and always knows what it must be. */
final class Calculator extends Worker {
    private final String key;
    private long value;

    Calculator(Scene scene, Random dice) throws IOException {
        super(scene, dice);
        this.key = "churn.sum." + scene.newNumber();
    }

    @Override
    void step() throws IOException {
        int amount = dice.nextInt(1_000);
        switch (dice.nextInt(4)) {
            case 0 -> {
                value += amount;
                expectValue(wire.ask("incr", key, "" + amount));
            }
            case 1 -> {
                value -= amount;
                expectValue(wire.ask("decr", key, "" + amount));
            }
            case 2 -> {
                value = amount;
                wire.ask("cset", key, "" + amount);
            }
            default -> expectValue(wire.ask("get", key, "_"));
        }
    }

    private void expectValue(String answer) {
        if (!answer.equals("ok " + value)) {
            throw new Fault("a counter that must be " + value + " was answered " + answer);
        }
    }

    @Override
    void finish() throws IOException {
        wire.ask("cset", key, "0");
    }
}
