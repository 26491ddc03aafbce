package io.dflockd.simulation;

import io.dflockd.engine.Settings;
import io.dflockd.simulation.model.ModelLimits;
import io.dflockd.simulation.model.ModelSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The circumstances of one history: few keys and small limits, so that everybody is in everybody's way.
 *
 * @param patterns what is listened to and watched most
 * @param lastFence where the counter starts, now and then just below the end of signed numbers
 * @param drainAfter the step from which on the server may begin to shut down
 */
record Scenario(
        ModelSettings settings,
        List<Habit> habits,
        List<String> patterns,
        Taste taste,
        int clients,
        long lastFence,
        int drainAfter) {

    /** What a key is mostly used for, in each of its namespaces. */
    record Habit(String key, Use use, int limit, Datum datum, int count) {}

    enum Use {
        LOCK,
        SEMAPHORE,
        READ_WRITE
    }

    enum Datum {
        COUNTER,
        VALUE,
        LIST,
        BARRIER
    }

    /** How many of a hundred requests are about data and about events; the others are about locks and the like. */
    record Taste(int data, int events) {}

    static Scenario draw(Dice dice) {
        List<Habit> habits = IntStream.rangeClosed(1, dice.pick(1, 1, 2, 2, 3, 5))
                .mapToObj(number -> habit(number, dice))
                .toList();
        List<String> patterns = Stream.generate(() -> pattern(dice)).limit(3).toList();
        Taste taste = dice.pick(new Taste(0, 0), new Taste(0, 25), new Taste(75, 15), new Taste(35, 20));
        long lastFence = dice.percent(10) ? Long.MAX_VALUE - dice.between(0, 40) : dice.between(0L, 1L << 61);
        int drainAfter = dice.percent(35) ? dice.between(20, 250) : Integer.MAX_VALUE;
        return new Scenario(settings(dice), habits, patterns, taste, dice.between(3, 8), lastFence, drainAfter);
    }

    private static ModelSettings settings(Dice dice) {
        ModelLimits limits = new ModelLimits(
                dice.percent(70) ? dice.between(1, 6) : 1024,
                dice.between(0, 3),
                dice.percent(40) ? 0 : dice.between(1, 6),
                dice.between(0, 3),
                dice.between(0, 4));
        return new ModelSettings(
                dice.pick(1, 2, 3, 33),
                limits,
                dice.percent(30) ? dice.between(1, 3) : 65_536,
                dice.between(1, 6),
                dice.percent(75),
                dice.percent(25));
    }

    private static Habit habit(int number, Dice dice) {
        String prefix = dice.pick("k", "a.", "a.b.", "b..", "a.b:c/", "*", "&#");
        Use use = dice.pick(Use.values());
        return new Habit(prefix + number, use, dice.between(2, 3), dice.pick(Datum.values()), dice.between(1, 3));
    }

    private static String pattern(Dice dice) {
        return dice.pick(">", "*", "a.>", "a.*", "*.1", "*.*", "*.b.*", "a.b.>", "*.>", "b.*.*", "*.*.>");
    }

    /** Whether the server may begin to shut down some time. */
    boolean drains() {
        return drainAfter < Integer.MAX_VALUE;
    }

    Habit habit(String key) {
        return habits.stream()
                .filter(habit -> habit.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    Settings engineSettings() {
        ModelLimits most = settings.limits();
        return Settings.DEFAULT
                .withMaxLocks(most.maxLocks())
                .withMaxWaiters(most.maxWaiters())
                .withMaxInflight(settings.maxInflight())
                .withMaxKeys(most.maxKeys())
                .withMaxListLength(most.maxListLength())
                .withMaxSubscriptions(most.maxSubscriptions())
                .withDefaultLeaseSeconds(settings.defaultLeaseSeconds())
                .withAutoRelease(settings.autoRelease())
                .withFenceField(settings.fenceField())
                .withMaxIdle(Duration.ofSeconds(settings.gcMaxIdleSeconds()));
    }
}
