package io.dflockd.engine;

/** How many of something there are in all shards together. Crosses all shards, so that a limit is exact. */
public interface Tally {
    /** Counts one more, unless there are {@code limit} already. */
    boolean takeBelow(int limit);

    void giveBack();

    int count();

    /** A tally for one thread. */
    static Tally plain() {
        return new Tally() {
            private int count;

            @Override
            public boolean takeBelow(int limit) {
                if (count >= limit) {
                    return false;
                }
                count++;
                return true;
            }

            @Override
            public void giveBack() {
                count--;
            }

            @Override
            public int count() {
                return count;
            }
        };
    }
}
