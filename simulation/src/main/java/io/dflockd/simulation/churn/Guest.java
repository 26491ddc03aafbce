package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Somebody who comes, does one kind of thing for a moment and vanishes, often in the middle of it. */
abstract class Guest {
    final Scene scene;
    final Random dice;

    Guest(Scene scene, Random dice) {
        this.scene = scene;
        this.dice = dice;
    }

    abstract void visit(Wire wire) throws IOException;

    /** It has left. These answers came after it had said that it would. */
    void gone(List<String> lateAnswers) {}

    /** How long a guest stays at one thing. */
    final long aMomentMillis() {
        return dice.nextInt(10) == 0 ? dice.nextInt(1_000) : dice.nextInt(150);
    }
}
