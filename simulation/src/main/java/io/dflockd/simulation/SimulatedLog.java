package io.dflockd.simulation;

import io.dflockd.cluster.machine.Entry;
import io.dflockd.cluster.machine.LeaderClock;
import io.dflockd.cluster.machine.Sequencer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log as a consensus library keeps it: ordered, with one leader at a time whose entries may get lost, come twice or come
 * late, and vanish when it is deposed before they are committed.
 */
final class SimulatedLog {
    private static final long A_WHILE_NANOS = 2_000_000_000L;

    private final Court court;
    private final Dice dice;
    private final List<byte[]> committed = new ArrayList<>();
    private final List<byte[]> pending = new ArrayList<>();
    private @Nullable SimulatedNode leader;
    private @Nullable LeaderClock clock;
    private Sequencer sequencer = new Sequencer(name -> {
        throw new IllegalStateException("nobody leads");
    });
    private boolean isUnderWay;

    SimulatedLog(Court court, Dice dice) {
        this.court = court;
        this.dice = dice;
    }

    int size() {
        return committed.size();
    }

    @Nullable
    SimulatedNode leader() {
        return leader;
    }

    boolean isReady() {
        return clock != null && leader != null && leader.isReachable();
    }

    boolean isAtRest() {
        return pending.isEmpty() && !isUnderWay && sequencer.isEmpty();
    }

    /** Some of what the last leader wrote is committed all the same, the rest is gone. */
    void elect(SimulatedNode node) {
        int survive = pending.isEmpty() ? 0 : dice.between(0, pending.size());
        pending.subList(0, survive).forEach(this::commit);
        pending.clear();
        leader = node;
        clock = null;
        isUnderWay = false;
    }

    void depose() {
        leader = null;
        clock = null;
    }

    /** The leader becomes ready, or writes the next entry. */
    void lead(long now, byte[] genesis) {
        if (leader == null || !leader.isReachable()) {
            return;
        }
        if (clock == null) {
            if (leader.applied() == committed.size()) {
                clock = new LeaderClock(leader.machine().nowNanos(), leader.clockAt(now));
                sequencer = new Sequencer(leader.machine()::node);
            }
            return;
        }
        if (!leader.machine().isFounded() && sequencer.isEmpty() && !isUnderWay) {
            var unused = sequencer.offer(genesis);
        }
        long nanos = clock.nanosAt(leader.clockAt(now));
        if (!isUnderWay && (!sequencer.isEmpty() || leader.machine().nextNanos() <= nanos)) {
            pending.add(sequencer.next(nanos, dice.any(), dice.any()));
            isUnderWay = true;
        }
    }

    /** A part has come to the leader. */
    Sequencer.Verdict offer(byte[] part) {
        return sequencer.offer(part);
    }

    /** A part comes into the log unseen, with a time of before: that nothing is wrong then is the machine's business. */
    void slip(byte[] part) {
        long before = Math.max(0, court.now() - dice.between(0L, A_WHILE_NANOS));
        pending.add(new Entry(before, dice.any(), dice.any(), List.of(part)).toBytes());
    }

    /** Something becomes of the oldest entry that is not committed. */
    void settleOne(boolean isCalm) {
        if (pending.isEmpty() || leader == null || !leader.isReachable()) {
            return;
        }
        int fate = isCalm ? 100 : dice.between(1, 100);
        if (fate <= 5) {
            pending.remove(0);
            fail();
        } else if (fate <= 8) {
            fail(); // it is late: nobody waits for it any more
        } else {
            byte[] entry = pending.remove(0);
            commit(entry);
            if (fate <= 13) {
                commit(entry);
            }
        }
    }

    private void fail() {
        sequencer.finished();
        isUnderWay = false;
    }

    private void commit(byte[] entry) {
        committed.add(entry);
        court.apply(entry);
    }

    /** A node applies the next entry, if there is one. */
    void apply(SimulatedNode node) {
        if (!node.isReachable() || node.applied() == committed.size()) {
            return;
        }
        node.apply(committed.get(node.applied()));
        if (node == leader && node.applied() == committed.size() && pending.isEmpty() && isUnderWay && clock != null) {
            sequencer.finished();
            isUnderWay = false;
        }
    }
}
