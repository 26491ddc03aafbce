package io.dflockd.cluster.log;

import org.jspecify.annotations.Nullable;

/**
 * Who leads, as one node sees it.
 *
 * @param role what this node is
 * @param term grows with every election
 * @param leader the leader's name, or null while none is known
 */
public record Leadership(Role role, long term, @Nullable String leader) {
    /** What a node is; a leader is {@code READY} once it has applied everything that earlier leaders committed. */
    public enum Role {
        FOLLOWER,
        CANDIDATE,
        LEADER,
        READY
    }

    public boolean isLeader() {
        return role == Role.LEADER || role == Role.READY;
    }

    public boolean isReady() {
        return role == Role.READY;
    }
}
