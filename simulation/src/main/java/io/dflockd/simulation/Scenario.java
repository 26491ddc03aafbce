package io.dflockd.simulation;

import io.dflockd.engine.Limits;
import io.dflockd.engine.Settings;
import io.dflockd.simulation.model.ModelSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The circumstances of one history: few keys and small limits, so that everybody is in everybody's way.
 *
 * @param lastFence where the counter starts, now and then just below the end of signed numbers
 * @param drainAfter the step from which on the server may begin to shut down
 */
record Scenario(ModelSettings settings, List<Habit> habits, int clients, long lastFence, int drainAfter) {

    /** What a key is mostly used for. */
    record Habit(String key, Use use, int limit) {}

    enum Use {
        LOCK,
        SEMAPHORE,
        READ_WRITE
    }

    static Scenario draw(Dice dice) {
        ModelSettings settings = new ModelSettings(
                dice.pick(1, 2, 3, 33),
                dice.percent(70) ? dice.between(1, 6) : 1024,
                dice.between(0, 3),
                dice.percent(30) ? dice.between(1, 3) : 65_536,
                dice.between(1, 6),
                dice.percent(75),
                dice.percent(25));
        List<Habit> habits = IntStream.rangeClosed(1, dice.pick(1, 1, 2, 2, 3, 5))
                .mapToObj(number -> habit(number, dice))
                .toList();
        long lastFence = dice.percent(10) ? Long.MAX_VALUE - dice.between(0, 40) : dice.between(0L, 1L << 61);
        int drainAfter = dice.percent(35) ? dice.between(20, 250) : Integer.MAX_VALUE;
        return new Scenario(settings, habits, dice.between(3, 8), lastFence, drainAfter);
    }

    private static Habit habit(int number, Dice dice) {
        return new Habit(dice.pick("k", "a.b:c/", "*", "&#") + number, dice.pick(Use.values()), dice.between(2, 3));
    }

    Habit habit(String key) {
        return habits.stream()
                .filter(habit -> habit.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    Settings engineSettings() {
        Limits limits = new Limits(settings.maxLocks(), settings.maxWaiters(), settings.maxInflight(), 0, 0, 0);
        return new Settings(
                settings.defaultLeaseSeconds(),
                limits,
                settings.autoRelease(),
                settings.fenceField(),
                Duration.ofSeconds(settings.gcMaxIdleSeconds()));
    }
}
