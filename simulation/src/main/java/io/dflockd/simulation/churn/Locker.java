package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Takes locks of every kind and gives them back. What excludes others is seen to do so. */
final class Locker extends Worker {
    /** Longer than anything can hold a run up. */
    private static final String LEASE = "600";

    Locker(Scene scene, Random dice) throws IOException {
        super(scene, dice);
    }

    @Override
    void step() throws IOException {
        switch (dice.nextInt(5)) {
            case 0 -> useAlone("lock", "l", "r");
            case 1 -> useAlone("book", "wl", "wr");
            case 2 -> use("book", "rl", "1 " + LEASE, "rr");
            case 3 -> use("pool", "sl", "1 3 " + LEASE, "sr");
            default -> useInTwoPhases();
        }
    }

    private void useAlone(String kind, String acquire, String release) throws IOException {
        String key = Names.any(kind, dice);
        String token = tokenOf(wire.ask(acquire, key, "1 " + LEASE));
        if (!token.isEmpty()) {
            beAloneIn(key);
            giveBack(release, key, token);
        }
    }

    private void beAloneIn(String key) throws IOException {
        scene.rooms.enter(key);
        wire.ask("ping", "_", "_");
        scene.rooms.leave(key);
    }

    private void use(String kind, String acquire, String argument, String release) throws IOException {
        String key = Names.any(kind, dice);
        String token = tokenOf(wire.ask(acquire, key, argument));
        if (!token.isEmpty()) {
            giveBack(release, key, token);
        }
    }

    private void useInTwoPhases() throws IOException {
        String key = Names.any("lock", dice);
        wire.ask("e", key, LEASE);
        String token = tokenOf(wire.ask("w", key, "1"));
        if (!token.isEmpty()) {
            beAloneIn(key);
            giveBack("r", key, token);
        }
    }

    private void giveBack(String release, String key, String token) throws IOException {
        String answer = wire.ask(release, key, token);
        if (!answer.equals("ok")) {
            throw new Fault(release + " of a lock that is held was answered " + answer);
        }
    }
}
