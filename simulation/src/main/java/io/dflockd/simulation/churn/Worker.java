package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Somebody of the steady core: does one kind of thing on one connection for the whole run. */
abstract class Worker {
    final Scene scene;
    final Random dice;
    final Wire wire;

    Worker(Scene scene, Random dice) throws IOException {
        this.scene = scene;
        this.dice = dice;
        this.wire = scene.connect();
    }

    abstract void step() throws IOException;

    /** Takes its data along before it leaves. */
    void finish() throws IOException {}

    /** The token of a grant, or an empty text when there was none. */
    static String tokenOf(String answer) {
        return answer.startsWith("ok ") || answer.startsWith("acquired ") ? answer.split(" ", -1)[1] : "";
    }
}
