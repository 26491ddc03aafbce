package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Pops items from lists, with and without waiting, and looks at them. */
final class Puller extends Worker {
    Puller(Scene scene, Random dice) throws IOException {
        super(scene, dice);
    }

    @Override
    void step() throws IOException {
        String box = Names.any("box", dice);
        switch (dice.nextInt(6)) {
            case 0 -> pop("lpop", box, "_");
            case 1 -> pop("rpop", box, "_");
            case 2 -> pop("blpop", box, "1");
            case 3 -> pop("brpop", box, "1");
            case 4 -> pop(dice.nextBoolean() ? "blpop" : "brpop", box, "0");
            default -> wire.ask("lrange", box, "0 -1");
        }
    }

    private void pop(String command, String box, String argument) throws IOException {
        scene.ledger.popped(box, wire.ask(command, box, argument));
    }
}
