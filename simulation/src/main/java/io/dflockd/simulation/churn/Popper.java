package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Waits for items, and sometimes leaves before one came. */
final class Popper extends Guest {
    private String awaited = "";

    Popper(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        for (int i = dice.nextInt(4); i >= 0; i--) {
            send(wire);
            if (i == 0 && dice.nextBoolean()) {
                return;
            }
            scene.ledger.popped(awaited, wire.answer());
            awaited = "";
        }
    }

    private void send(Wire wire) throws IOException {
        awaited = Names.any("box", dice);
        wire.send(dice.nextBoolean() ? "blpop" : "brpop", awaited, "1");
    }

    @Override
    void gone(List<String> lateAnswers) {
        if (awaited.isEmpty()) {
            return;
        }
        if (lateAnswers.isEmpty()) {
            scene.ledger.popAbandoned();
        } else {
            scene.ledger.popped(awaited, lateAnswers.get(0));
        }
    }
}
