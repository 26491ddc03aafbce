package io.dflockd.cluster.log;

/** Says when the entries since the last snapshot have become too many bytes; Ratis itself counts only entries. */
final class SnapshotTrigger {
    private final long limitBytes;
    private long bytes;
    private volatile boolean due;

    SnapshotTrigger(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Whether the entry that was just applied makes a snapshot due; true once until the next {@link #reset}. */
    boolean isDueAfter(long entryBytes) {
        bytes += entryBytes;
        if (due || bytes < limitBytes) {
            return false;
        }
        due = true;
        return true;
    }

    /** Whether one is due and not taken yet; for other threads too. */
    boolean isDue() {
        return due;
    }

    void reset() {
        bytes = 0;
        due = false;
    }
}
