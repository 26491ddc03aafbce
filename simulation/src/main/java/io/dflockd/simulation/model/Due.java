package io.dflockd.simulation.model;

/** Something that ends at an instant: a lease, a time to live, or a wait. */
public record Due(String key, Kind kind, long instant) {

    /** What the key names. */
    public enum Kind {
        RESOURCE,
        VALUE,
        LIST,
        BARRIER
    }
}
