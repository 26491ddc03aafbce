package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;

/** Takes a lock that others want too, writes and reads the record that it guards, renews it at times, and gives it back. */
final class LockJob implements Job {
    private static final int KEYS = 8;
    private static final int WAIT_SECONDS = 2;
    private static final int LEASE_SECONDS = 90;

    @Override
    public void run(Talk talk, Random dice) throws IOException, InterruptedException {
        String key = Job.key("lock", KEYS, dice);
        Exchange granted = talk.ask("l", key, WAIT_SECONDS + " " + LEASE_SECONDS, WAIT_SECONDS);
        if (granted.isOk()) {
            use(key, granted.word(1), talk, dice);
        }
    }

    /** Holds it for a moment, with proofs that it does. */
    static void use(String key, String token, Talk talk, Random dice) throws IOException, InterruptedException {
        String record = "record-" + key;
        talk.ask("kset", record, talk.unique());
        Job.think(dice, 10);
        if (dice.nextInt(3) == 0) {
            talk.ask("n", key, token + " " + LEASE_SECONDS);
        }
        talk.ask("kget", record, "_");
        release(key, token, talk, dice);
    }

    /** Asks again while nobody leads: what was refused was not done. */
    static void release(String key, String token, Talk talk, Random dice) throws IOException, InterruptedException {
        while (talk.ask("r", key, token).isRefused()) {
            Job.think(dice, 100);
        }
    }
}
