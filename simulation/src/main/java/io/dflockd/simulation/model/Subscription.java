package io.dflockd.simulation.model;

/**
 * What one session wants to hear of.
 *
 * @param name a pattern, or the key of an observer
 * @param group of a listener; empty without one
 */
record Subscription(Session session, Kind kind, String name, String group) {
    enum Kind {
        LISTEN,
        WATCH,
        OBSERVE
    }
}
