package io.dflockd.engine;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The little that crosses shards. Plain fields where one thread applies everything, atomic where event loops do.
 *
 * @param fence orders all grants
 * @param inUse counts the resources that someone holds or waits for
 * @param idle counts the resources that nobody holds or waits for
 * @param keys counts the counters, values, lists and barriers
 * @param listens counts the places among listeners
 * @param watches counts the places among watchers
 * @param sessions the open sessions by their id
 */
public record Crossings(
        Fence fence, Tally inUse, Tally idle, Tally keys, Tally listens, Tally watches, Map<Long, Session> sessions) {
    public Crossings(Fence fence, Supplier<Tally> newTally, Map<Long, Session> sessions) {
        this(fence, newTally.get(), newTally.get(), newTally.get(), newTally.get(), newTally.get(), sessions);
    }

    /** For one thread. */
    public static Crossings plain(Fence fence) {
        return new Crossings(fence, Tally::plain, new TreeMap<>());
    }
}
