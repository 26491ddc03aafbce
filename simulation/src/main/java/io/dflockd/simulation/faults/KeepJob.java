package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Holds a lock of its own for as long as its connection lives, over whatever happens to other nodes, and sees to it that it
 * still does.
 */
final class KeepJob implements Job {
    private static final int LEASE_SECONDS = 300;
    private static final int ONCE_IN = 20;

    private final String key;
    private @Nullable Talk holder;
    private String token = "";

    KeepJob(String client) {
        this.key = "own-" + client;
    }

    @Override
    public void run(Talk talk, Random dice) throws IOException, InterruptedException {
        if (holder != talk) {
            Exchange granted = talk.ask("l", key, "0 " + LEASE_SECONDS);
            if (granted.isOk()) {
                holder = talk;
                token = granted.word(1);
            }
        } else if (dice.nextInt(ONCE_IN) == 0) {
            holder = null;
            LockJob.release(key, token, talk, dice);
        } else {
            talk.ask("n", key, token + " " + LEASE_SECONDS);
        }
    }
}
