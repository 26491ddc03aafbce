package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Pushes items to lists, unless they are long already. */
final class Pusher extends Worker {
    private static final int LONG = 200;

    Pusher(Scene scene, Random dice) throws IOException {
        super(scene, dice);
    }

    @Override
    void step() throws IOException {
        String box = Names.any("box", dice);
        if (Integer.parseInt(wire.ask("llen", box, "_").substring("ok ".length())) < LONG) {
            wire.ask(dice.nextBoolean() ? "lpush" : "rpush", box, scene.ledger.newItem(box));
        }
    }
}
