package io.dflockd.cluster.log;

import java.util.Collections;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.util.AwaitForSignal;

/**
 * Sends entries to one follower, and tells it of a commit as soon as there is one.
 *
 * <p>Ratis tells with the next entry or heartbeat, which is too late for clients of the follower: they are answered from
 * its own apply. A commit is told by a request without entries, whose previous entry is the last one that the follower
 * has confirmed, so it is right also while later entries are under way.
 */
final class PromptAppender extends GrpcLogAppender {
    private final LatchedSignal signal;
    private volatile long told = -1;

    PromptAppender(RaftServer.Division server, LeaderState state, FollowerInfo follower) {
        super(server, state, follower);
        signal = new LatchedSignal(this);
    }

    @Override
    public AwaitForSignal getEventAwaitForSignal() {
        return signal;
    }

    @Override
    public boolean shouldSendAppendEntries() {
        return commitOfFollower() > told || super.shouldSendAppendEntries();
    }

    /** Without anything to send there is time: a stream that is to be opened again would be asked for in a busy loop. */
    @Override
    public long getWaitTimeMs() {
        boolean urgent = hasAppendEntries() || commitOfFollower() > told;
        return urgent ? super.getWaitTimeMs() : Math.max(1, super.getWaitTimeMs());
    }

    @Override
    public AppendEntriesRequestProto newAppendEntriesRequest(long callId, boolean heartbeat) throws RaftLogIOException {
        long commit = commitOfFollower();
        if (commit <= told) {
            return super.newAppendEntriesRequest(callId, heartbeat);
        }
        told = commit;
        return getLeaderState()
                .newAppendEntriesRequestProto(
                        getFollower(),
                        Collections.emptyList(),
                        getPrevious(getFollower().getMatchIndex() + 1),
                        callId);
    }

    /** The last committed entry that the follower is known to have. */
    private long commitOfFollower() {
        return Math.min(getRaftLog().getLastCommittedIndex(), getFollower().getMatchIndex());
    }
}
