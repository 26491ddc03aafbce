package io.dflockd.engine;

import java.util.Map;
import java.util.NavigableMap;
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
 * @param faults counts the requests that a fault of ours kept from being run
 * @param sessions the open sessions by their id
 * @param leaving those whose end has begun and is not over
 * @param muted those who are known not to read what they are sent
 * @param names what sessions want to be called, by their id
 * @param maps makes maps that turns in several shards may change at a time
 */
public record Crossings(
        Fence fence,
        Tally inUse,
        Tally idle,
        Tally keys,
        Tally listens,
        Tally watches,
        Tally faults,
        Map<Long, Session> sessions,
        Map<Long, Session> leaving,
        Map<Long, Session> muted,
        Map<Long, String> names,
        Maps maps) {
    /** Makes empty maps; nothing that can be seen depends on the order of those that are not sorted. */
    public interface Maps {
        <V> Map<Long, V> newMap();

        /** One in the order of its keys, which one thread changes and others may go through meanwhile. */
        default <K, V> NavigableMap<K, V> newSortedMap() {
            return new TreeMap<>();
        }
    }

    public Crossings(Fence fence, Supplier<Tally> newTally, Maps maps) {
        this(
                fence,
                newTally.get(),
                newTally.get(),
                newTally.get(),
                newTally.get(),
                newTally.get(),
                newTally.get(),
                maps.newMap(),
                maps.newMap(),
                maps.newMap(),
                maps.newMap(),
                maps);
    }

    /** Whether the end of a session that has a place somewhere has begun: then it hears of nothing any more. */
    boolean isLeaving(Session session) {
        return !leaving.isEmpty() && leaving.containsKey(session.id());
    }

    /** What the session wants to be called; empty if it did not say. */
    String nameOf(Session session) {
        return names.isEmpty() ? "" : names.getOrDefault(session.id(), "");
    }

    /** Whether the session is known not to read what it is sent. */
    boolean isMuted(Session session) {
        return !muted.isEmpty() && muted.containsKey(session.id());
    }

    /** For one thread. */
    public static Crossings plain(Fence fence) {
        return new Crossings(fence, Tally::plain, TreeMap::new);
    }
}
