package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;

/** Takes a place in a queue first and waits for its turn later, so that it is known who came before whom. */
final class QueueJob implements Job {
    private static final int KEYS = 3;
    private static final int WAIT_SECONDS = 4;
    private static final int LEASE_SECONDS = 90;

    @Override
    public void run(Talk talk, Random dice) throws IOException, InterruptedException {
        String key = Job.key("queue", KEYS, dice);
        Exchange place = talk.ask("e", key, String.valueOf(LEASE_SECONDS));
        if (place.isRefused()) {
            return;
        }
        Job.think(dice, 10);
        Exchange turn = talk.ask("w", key, String.valueOf(WAIT_SECONDS), WAIT_SECONDS);
        while (turn.isRefused()) {
            Job.think(dice, 100);
            turn = talk.ask("w", key, String.valueOf(WAIT_SECONDS), WAIT_SECONDS);
        }
        if (turn.isOk()) {
            LockJob.use(key, turn.word(1), talk, dice);
        }
    }
}
