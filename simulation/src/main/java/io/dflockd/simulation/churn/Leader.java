package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Stands for election, leads for a moment, and resigns. */
final class Leader extends Worker {
    private long lastFence;

    Leader(Scene scene, Random dice) throws IOException {
        super(scene, dice);
    }

    @Override
    void step() throws IOException {
        String seat = Names.any("seat", dice);
        String answer = wire.ask("elect", seat, "1 5");
        String token = tokenOf(answer);
        if (token.isEmpty()) {
            return;
        }
        checkFence(answer, token);
        if (dice.nextInt(4) == 0) {
            wire.ask("n", seat, token + " 5");
        }
        wire.ask(dice.nextInt(3) == 0 ? "r" : "resign", seat, token);
    }

    private void checkFence(String answer, String token) {
        long fence = Long.parseUnsignedLong(answer.split(" ", -1)[3]);
        if (fence != Long.parseUnsignedLong(token.substring(0, 16), 16)) {
            throw new Fault("the fence is not that of the token: " + answer);
        }
        if (Long.compareUnsigned(fence, lastFence) <= 0) {
            throw new Fault("a fence did not grow: " + fence + " after " + lastFence);
        }
        lastFence = fence;
    }
}
