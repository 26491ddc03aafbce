package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Meets others at a barrier, and sometimes leaves them there. */
final class BarrierMember extends Guest {
    BarrierMember(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        for (int i = dice.nextInt(5); i >= 0; i--) {
            int count = 2 + dice.nextInt(2);
            String gate = Names.of("gate", count);
            if (i == 0 && dice.nextInt(3) == 0) {
                wire.send("bwait", gate, count + " 1");
                return;
            }
            wire.ask("bwait", gate, count + " " + (dice.nextInt(5) == 0 ? 0 : 1));
        }
    }
}
