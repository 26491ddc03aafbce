package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.Random;

/** Wants a seat or a lock for a moment: may leave the queue, keep what it got until the lease ends, or vanish with it. */
final class Candidate extends Guest {
    private String key = "";

    Candidate(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        wire.hearWith(this::hear);
        boolean forSeat = dice.nextBoolean();
        key = Names.any(forSeat ? "seat" : "lock", dice);
        if (dice.nextInt(3) == 0) {
            wire.ask("observe", key, "_");
        }
        String token = forSeat || dice.nextBoolean() ? acquire(wire, forSeat) : enqueueAndWait(wire);
        if (!token.isEmpty()) {
            use(wire, forSeat, token);
        }
    }

    /** An empty token: it got nothing, or did not wait for it. */
    private String acquire(Wire wire, boolean forSeat) throws IOException {
        wire.send(forSeat ? "elect" : "l", key, dice.nextInt(2) + " 1");
        return dice.nextInt(4) == 0 ? "" : Worker.tokenOf(wire.answer());
    }

    private String enqueueAndWait(Wire wire) throws IOException {
        wire.ask("e", key, "1");
        return dice.nextInt(4) == 0 ? "" : Worker.tokenOf(wire.ask("w", key, "1"));
    }

    private void use(Wire wire, boolean forSeat, String token) throws IOException {
        wire.listen(dice.nextInt(30) == 0 ? 1_200 : dice.nextInt(10));
        if (dice.nextBoolean()) {
            wire.ask(forSeat && dice.nextBoolean() ? "resign" : "r", key, token);
        }
    }

    private void hear(Heard heard) {
        if (heard.kind() != Heard.Kind.LEADER || !heard.name().equals(key)) {
            throw new Fault("a candidate for " + key + " heard " + heard);
        }
    }
}
