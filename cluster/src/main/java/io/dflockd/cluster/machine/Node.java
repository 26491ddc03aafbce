package io.dflockd.cluster.machine;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One node as all replicas see it: which of its lives this is, how far that has come, and the sessions it hosts. */
final class Node {
    final String name;
    long epoch; // of its present or last life; zero before the first
    long sequence; // of the sub-batch that was taken last
    boolean isPresent;
    boolean isDismissed;
    int version; // the highest that it knows
    final Map<Long, HostedSession> sessions = new HashMap<>(); // by handle

    Node(String name) {
        this.name = name;
    }

    /** Whether this sub-batch is the one that comes next; repeats, gaps and those of another life are not. */
    boolean expects(Part.Header header) {
        return isPresent && header.epoch() == epoch && header.sequence() == sequence + 1;
    }

    void begin(int knownVersion) {
        epoch++;
        sequence = 0;
        isPresent = true;
        isDismissed = false;
        version = knownVersion;
    }

    /** Its sessions, the oldest first: every replica ends them in the same order. */
    List<HostedSession> sessionsInOrder() {
        return sessions.values().stream()
                .sorted(Comparator.comparingLong(HostedSession::id))
                .toList();
    }

    NodeStatus status() {
        return new NodeStatus(name, epoch, sequence, isPresent, isDismissed, version, sessions.size());
    }
}
