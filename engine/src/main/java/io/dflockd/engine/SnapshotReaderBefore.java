package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.function.LongFunction;

/**
 * Reads what the version before wrote. There each flag of a session was a byte of its own, the limit 0 meant a read-write
 * lock, the purpose of a claim was two flags, and neither a waiter nor a
 * session said since when.
 */
final class SnapshotReaderBefore extends SnapshotReader {
    private static final int FLAGS = 6;

    SnapshotReaderBefore(DataInputStream in, LongFunction<Session> sessionOf) {
        super(in, sessionOf);
    }

    /** They came in the order that their bits have now. */
    @Override
    int readSessionFlags() throws IOException {
        int flags = 0;
        for (int bit = 0; bit < FLAGS; bit++) {
            flags |= in.readBoolean() ? 1 << bit : 0;
        }
        return flags;
    }

    @Override
    long readOpenedNanos() {
        return 0;
    }

    /** Nothing was taken away by force. */
    @Override
    void readTakenAway(Shard shard) {}

    @Override
    FifoResource readKind(Shard shard, Key key) throws IOException {
        int limit = in.readInt();
        return limit == 0 ? new ReadWriteLock(shard, key) : new Semaphore(shard, key, limit);
    }

    /** Whether it reads came first, then whether it stands for election; no claim does both. */
    @Override
    Claim.Purpose readPurpose() throws IOException {
        boolean reads = in.readBoolean();
        boolean elects = in.readBoolean();
        if (reads) {
            return Claim.Purpose.READING;
        }
        return elects ? Claim.Purpose.LEADERSHIP : Claim.Purpose.SLOT;
    }

    /** As far as we know a waiter has waited since the latest turn before the snapshot. */
    @Override
    void readToken(Claim claim) throws IOException {
        super.readToken(claim);
        if (claim.state == Claim.State.QUEUED) {
            claim.waitingSince(claim.shard().latestNanos);
        }
    }
}
