package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.statemachine.SnapshotInfo;

/** Collects a {@link LogStatus} from what Ratis tells of itself. */
final class StatusReport {
    private static final long NONE = -1;

    private StatusReport() {}

    static LogStatus of(RatisNode node, DataDirectory directory) {
        RaftServer.Division division = node.division();
        SnapshotInfo snapshot = division.getStateMachine().getLatestSnapshot();
        return new LogStatus(
                division.getId().toString(),
                node.leadership(),
                division.getRaftLog().getLastCommittedIndex(),
                division.getInfo().getLastAppliedIndex(),
                snapshot == null ? NONE : snapshot.getIndex(),
                logBytes(directory),
                peers(division));
    }

    private static long logBytes(DataDirectory directory) {
        try {
            return directory.logBytes();
        } catch (IOException e) {
            return NONE;
        }
    }

    private static List<LogStatus.Peer> peers(RaftServer.Division division) {
        Map<String, Long> silences = silences(division.getInfo().getRoleInfoProto());
        Map<String, Long> commits = commits(division);
        return division.getGroup().getPeers().stream()
                .map(peer -> peer(peer, division.getId(), commits, silences))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    private static LogStatus.Peer peer(
            RaftPeer peer, RaftPeerId self, Map<String, Long> commits, Map<String, Long> silences) {
        String name = peer.getId().toString();
        Long silence = peer.getId().equals(self) ? Long.valueOf(0) : silences.get(name);
        return new LogStatus.Peer(
                name,
                peer.getAddress(),
                commits.getOrDefault(name, NONE),
                silence == null ? OptionalLong.empty() : OptionalLong.of(silence));
    }

    private static Map<String, Long> commits(RaftServer.Division division) {
        Map<String, Long> commits = new HashMap<>();
        for (CommitInfoProto info : division.getCommitInfos()) {
            commits.put(info.getServer().getId().toStringUtf8(), info.getCommitIndex());
        }
        return commits;
    }

    /** How long ago others were heard from, by name: what a leader knows of all, a follower of its leader. */
    static Map<String, Long> silences(RoleInfoProto role) {
        Map<String, Long> silences = new HashMap<>();
        if (role.hasLeaderInfo()) {
            role.getLeaderInfo().getFollowerInfoList().forEach(follower -> note(follower, silences));
        } else if (role.hasFollowerInfo() && role.getFollowerInfo().hasLeaderInfo()) {
            note(role.getFollowerInfo().getLeaderInfo(), silences);
        }
        return silences;
    }

    private static void note(ServerRpcProto contact, Map<String, Long> silences) {
        silences.put(contact.getId().getId().toStringUtf8(), contact.getLastRpcElapsedTimeMs());
    }
}
