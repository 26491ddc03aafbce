package io.dflockd.engine;

import java.util.Map;
import java.util.TreeMap;

/**
 * The little that crosses shards. Plain fields where one thread applies everything, atomic where event loops do.
 *
 * @param fence orders all grants
 * @param inUse counts the resources that someone holds or waits for
 * @param idle counts the resources that nobody holds or waits for
 * @param sessions the open sessions by their id
 */
public record Crossings(Fence fence, Tally inUse, Tally idle, Map<Long, Session> sessions) {
    /** For one thread. */
    public static Crossings plain(Fence fence) {
        return new Crossings(fence, Tally.plain(), Tally.plain(), new TreeMap<>());
    }
}
