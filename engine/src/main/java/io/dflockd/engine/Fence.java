package io.dflockd.engine;

/** The number that orders all grants: drawn once for each, never twice, and only growing. Crosses all shards. */
public interface Fence {
    long next();

    /** The number drawn last, or the one before the first. */
    long last();

    /** No number up to this one is drawn any more. Numbers are unsigned. */
    void raiseTo(long floor);

    /** A counter for one thread. */
    static Fence after(long last) {
        return new Fence() {
            private long drawn = last;

            @Override
            public long next() {
                return ++drawn;
            }

            @Override
            public long last() {
                return drawn;
            }

            @Override
            public void raiseTo(long floor) {
                drawn = Long.compareUnsigned(floor, drawn) > 0 ? floor : drawn;
            }
        };
    }
}
