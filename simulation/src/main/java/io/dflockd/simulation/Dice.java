package io.dflockd.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** All chance of a history: a seed and nothing else. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** Dice of their own, whose throws do not change those of others. */
    Dice split() {
        return new Dice(random.split());
    }

    long any() {
        return random.nextLong();
    }

    /** From {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    long between(long least, long most) {
        return random.nextLong(least, most + 1);
    }

    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @SafeVarargs
    final <T> T pick(T... all) {
        return all[random.nextInt(all.length)];
    }
}
