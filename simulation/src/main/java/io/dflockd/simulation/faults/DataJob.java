package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.Random;

/** Counts, pushes and pops, writes and reads. */
final class DataJob implements Job {
    static final int KEYS = 4;

    @Override
    public void run(Talk talk, Random dice) throws IOException {
        String counter = Job.key("count", KEYS, dice);
        String list = Job.key("list", KEYS, dice);
        String value = Job.key("value", KEYS, dice);
        switch (dice.nextInt(8)) {
            case 0, 1 -> talk.ask("incr", counter, "1");
            case 2 -> talk.ask("get", counter, "_");
            case 3 -> talk.ask("rpush", list, talk.unique());
            case 4 -> talk.ask("lpop", list, "_");
            case 5 -> talk.ask("blpop", list, "1", 1);
            case 6 -> talk.ask("kset", value, talk.unique());
            default -> talk.ask("kget", value, "_");
        }
    }
}
