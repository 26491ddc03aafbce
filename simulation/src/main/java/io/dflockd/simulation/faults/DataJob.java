package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;

/**
 * Counts, pushes and pops, writes and reads. Nobody pops from an archive before the end, so that no pop of unknown outcome
 * can excuse an item that is missing there.
 */
final class DataJob implements Job {
    static final int KEYS = 4;

    @Override
    public void run(Talk talk, Random dice) throws IOException {
        String counter = Job.key("count", KEYS, dice);
        String list = Job.key("list", KEYS, dice);
        String value = Job.key("value", KEYS, dice);
        switch (dice.nextInt(16)) {
            case 0, 1, 2, 3 -> talk.ask("incr", counter, "1");
            case 4 -> talk.ask("get", counter, "_");
            case 5, 6 -> talk.ask("rpush", list, talk.unique());
            case 7, 8 -> talk.ask("lpop", list, "_");
            case 9 -> talk.ask("blpop", list, "1", 1);
            case 10 -> talk.ask("rpush", Job.key("archive", KEYS, dice), talk.unique());
            case 11, 12, 13 -> talk.ask("kset", value, talk.unique());
            default -> talk.ask("kget", value, "_");
        }
    }
}
