package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** One kind of thing that a client does over and over. */
interface Job {
    /** Does it once. Throws if the connection is over. */
    void run(Talk talk, Random dice) throws IOException, InterruptedException;

    /** One of the few keys of a kind, which all clients share. */
    static String key(String kind, int count, Random dice) {
        return kind + "-" + dice.nextInt(count);
    }

    /** What a client does between two requests: nothing, for a moment. */
    static void think(Random dice, int mostMillis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(dice.nextInt(mostMillis));
    }
}
