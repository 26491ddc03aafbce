package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Keeps a value of its own and always knows what it must be; another one may run out. */
final class Clerk extends Worker {
    private final String key;
    private @Nullable String value;

    Clerk(Scene scene, Random dice) throws IOException {
        super(scene, dice);
        this.key = "churn.note." + scene.newNumber();
    }

    @Override
    void step() throws IOException {
        String next = "v" + dice.nextInt(1_000);
        switch (dice.nextInt(5)) {
            case 0 -> {
                wire.ask("kset", key, next);
                value = next;
            }
            case 1 -> swap(next);
            case 2 -> {
                wire.ask("kdel", key, "_");
                value = null;
            }
            case 3 -> wire.ask("kset", Names.any("fleeting", dice), next + "\t1");
            default -> expectValue(wire.ask("kget", key, "_"));
        }
    }

    private void swap(String next) throws IOException {
        String old = value == null ? "" : value;
        String answer = wire.ask("kcas", key, old + "\t" + next + "\t");
        if (!answer.equals("ok")) {
            throw new Fault("kcas of " + old + ", which is the value, was answered " + answer);
        }
        value = next;
    }

    private void expectValue(String answer) {
        if (!answer.equals(value == null ? "nil" : "ok " + value)) {
            throw new Fault("a value that must be " + value + " was answered " + answer);
        }
    }

    @Override
    void finish() throws IOException {
        wire.ask("kdel", key, "_");
    }
}
