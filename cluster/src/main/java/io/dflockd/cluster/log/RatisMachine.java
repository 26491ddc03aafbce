package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Ratis' side of a {@link LogMachine}: entries, snapshots, messages and events of one node.
 *
 * <p>Entries are applied before {@link #applyTransaction} returns, on the updater of Ratis. What a machine throws ends the
 * node: Ratis would log a failed apply and go on with the next entry, and this replica would differ from the others.
 */
final class RatisMachine extends BaseStateMachine {
    /** What the machine tells the node that it is part of; called on threads of Ratis. */
    interface Node {
        void leadershipMayHaveChanged();

        void snapshotIsDue();

        void logFailed(Throwable cause);
    }

    private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();
    private final LogMachine machine;
    private final Halt halt;
    private final BooleanSupplier leads;
    private final Node node;
    private final SnapshotTrigger trigger;
    private volatile boolean hasSnapshot;
    private volatile boolean isBusyWithSnapshot;

    RatisMachine(LogMachine machine, Halt halt, long snapshotBytes, BooleanSupplier leads, Node node) {
        this.machine = machine;
        this.halt = halt;
        this.leads = leads;
        this.node = node;
        this.trigger = new SnapshotTrigger(snapshotBytes);
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage raftStorage) throws IOException {
        super.initialize(server, group, raftStorage);
        SnapshotFiles.removeUnfinished(
                raftStorage.getStorageDir().getStateMachineDir().toPath());
        getLifeCycle().startAndTransition(() -> restore(raftStorage), IOException.class);
    }

    private void restore(RaftStorage raftStorage) throws IOException {
        storage.init(raftStorage);
        restore();
    }

    private void restore() throws IOException {
        SingleFileSnapshotInfo latest = storage.getLatestSnapshot();
        if (latest != null) {
            SnapshotFiles.read(latest, machine);
            setLastAppliedTermIndex(latest.getTermIndex());
            hasSnapshot = true;
        }
        trigger.reset();
    }

    /** Whether a snapshot is being written or read: nothing is applied meanwhile, however long that takes. */
    boolean isBusyWithSnapshot() {
        return isBusyWithSnapshot;
    }

    /** A snapshot of the leader is about to replace ours: the updater then calls {@link #reinitialize}. */
    @Override
    public void pause() {
        if (getLifeCycleState() == LifeCycle.State.RUNNING) {
            getLifeCycle().transition(LifeCycle.State.PAUSING);
            getLifeCycle().transition(LifeCycle.State.PAUSED);
        }
    }

    @Override
    public void reinitialize() throws IOException {
        isBusyWithSnapshot = true;
        try {
            storage.loadLatestSnapshot();
            getLifeCycle().startAndTransition(this::restore, IOException.class);
        } catch (IOException | RuntimeException | Error e) {
            halt.now("a snapshot that came from the leader cannot be read", e);
            throw e;
        } finally {
            isBusyWithSnapshot = false;
        }
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        byte[] data = entry.getStateMachineLogEntry().getLogData().toByteArray();
        try {
            machine.apply(entry.getIndex(), data);
        } catch (RuntimeException | Error e) {
            halt.now("entry " + entry.getIndex() + " of the log cannot be applied", e);
            throw e;
        }
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        if (trigger.isDueAfter(data.length)) {
            node.snapshotIsDue();
        }
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    @Override
    public long takeSnapshot() throws IOException {
        if (getLifeCycleState() != LifeCycle.State.RUNNING) {
            return RaftLog.INVALID_LOG_INDEX;
        }
        TermIndex at = getLastAppliedTermIndex();
        isBusyWithSnapshot = true;
        try {
            SnapshotFiles.write(storage, at, machine);
        } catch (IOException | RuntimeException | Error e) {
            if (getLifeCycleState() == LifeCycle.State.RUNNING) {
                halt.now("a snapshot cannot be written", e);
            }
            throw e;
        } finally {
            isBusyWithSnapshot = false;
        }
        hasSnapshot = true;
        trigger.reset();
        return at.getIndex();
    }

    /** Appenders ask with every entry, and while there is none the storage would read its folder each time. */
    @Override
    public @Nullable SnapshotInfo getLatestSnapshot() {
        return hasSnapshot ? storage.getLatestSnapshot() : null;
    }

    boolean isSnapshotDue() {
        return trigger.isDue();
    }

    @Override
    public SimpleStateMachineStorage getStateMachineStorage() {
        return storage;
    }

    /** A message of another node for its leader; see {@link LeaderLink}. */
    @Override
    public CompletableFuture<Message> queryStale(Message message, long minIndex) {
        if (!leads.getAsBoolean()) {
            return CompletableFuture.completedFuture(Letter.notLeader());
        }
        return Letter.answerOf(machine.onMessage(message.getContent().toByteArray()));
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        node.leadershipMayHaveChanged();
    }

    @Override
    public void notifyLeaderReady() {
        node.leadershipMayHaveChanged();
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        node.leadershipMayHaveChanged();
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        node.logFailed(cause);
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
        halt.now("the log was closed by Ratis", null);
    }
}
