package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.util.ExitUtils;
import org.apache.ratis.util.LifeCycle;

/** The server of Ratis and what we ask of it. */
final class RatisNode {
    /** gRPC logs past SLF4J, a line at every start too; kept here because loggers without a reference are forgotten. */
    private static final Logger GRPC = Logger.getLogger("org.apache.ratis.thirdparty");

    static {
        GRPC.setLevel(Level.WARNING);
    }

    private static final long TRANSFER_MILLIS = 3_000;
    private static final long SNAPSHOT_MILLIS = 600_000;
    private static final long ANY_PROGRESS = 1;

    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final RaftProperties properties;
    private final RaftGroup group;
    private final RaftServer server;
    private final RaftServer.Division division;

    RatisNode(LogSettings settings, DataDirectory directory, StateMachine machine) throws IOException {
        properties = RatisProperties.of(settings, directory.storage());
        group = group(settings, directory.identity());
        server = RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.node()))
                .setGroup(group)
                .setOption(RaftStorage.StartupOption.RECOVER)
                .setProperties(properties)
                .setParameters(RatisProperties.parameters(settings.tls()))
                .setStateMachine(machine)
                .build();
        try {
            division = server.getDivision(group.getGroupId());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static RaftGroup group(LogSettings settings, Identity identity) {
        List<RaftPeer> peers = settings.peers().entrySet().stream()
                .map(peer -> RaftPeer.newBuilder()
                        .setId(peer.getKey())
                        .setAddress(peer.getValue())
                        .build())
                .toList();
        return RaftGroup.valueOf(RaftGroupId.valueOf(identity.cluster()), peers);
    }

    LeaderLink link() {
        return new LeaderLink((GrpcFactory) server.getFactory(), properties, group);
    }

    void start() throws IOException {
        leaveTheProcessAlone();
        server.start();
    }

    /** Ratis ends the whole process when its port is taken; to say no brings a handler of uncaught exceptions with it. */
    private static void leaveTheProcessAlone() {
        Thread.UncaughtExceptionHandler ours = Thread.getDefaultUncaughtExceptionHandler();
        ExitUtils.disableSystemExit();
        Thread.setDefaultUncaughtExceptionHandler(ours);
    }

    void close() throws IOException {
        server.close();
    }

    RaftServer.Division division() {
        return division;
    }

    boolean isAlive() {
        return division.getInfo().isAlive()
                && !server.getLifeCycleState().isClosingOrClosed()
                && server.getLifeCycleState() != LifeCycle.State.EXCEPTION;
    }

    Leadership leadership() {
        DivisionInfo info = division.getInfo();
        RaftPeerId leader = info.getLeaderId();
        Leadership.Role role = switch (info.getCurrentRole()) {
            case LEADER -> info.isLeaderReady() ? Leadership.Role.READY : Leadership.Role.LEADER;
            case CANDIDATE -> Leadership.Role.CANDIDATE;
            default -> Leadership.Role.FOLLOWER;
        };
        return new Leadership(role, info.getCurrentTerm(), leader == null ? null : leader.toString());
    }

    CompletableFuture<Long> submit(byte[] entry) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(server.getId())
                .setGroupId(group.getGroupId())
                .setCallId(calls.incrementAndGet())
                .setMessage(Letter.of(entry))
                .setType(RaftClientRequest.writeRequestType())
                .build();
        return ask(() -> server.submitClientRequestAsync(request)).thenApply(RaftClientReply::getLogIndex);
    }

    CompletableFuture<Void> transfer(String node) {
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                client,
                server.getId(),
                group.getGroupId(),
                calls.incrementAndGet(),
                RaftPeerId.valueOf(node),
                TRANSFER_MILLIS);
        return ask(() -> server.transferLeadershipAsync(request)).thenApply(reply -> null);
    }

    CompletableFuture<Void> takeSnapshot() {
        SnapshotManagementRequest request = SnapshotManagementRequest.newCreate(
                client, server.getId(), group.getGroupId(), calls.incrementAndGet(), SNAPSHOT_MILLIS, ANY_PROGRESS);
        return ask(() -> server.snapshotManagementAsync(request)).thenApply(reply -> null);
    }

    private interface Question {
        CompletableFuture<RaftClientReply> ask() throws IOException;
    }

    private static CompletableFuture<RaftClientReply> ask(Question question) {
        try {
            return question.ask().thenApply(RatisNode::successful);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static RaftClientReply successful(RaftClientReply reply) {
        if (reply.isSuccess()) {
            return reply;
        }
        boolean notLeader = reply.getNotLeaderException() != null
                || reply.getLeaderNotReadyException() != null
                || reply.getLeaderSteppingDownException() != null;
        throw new CompletionException(
                notLeader ? new NotLeaderException("this node is not the leader, or not ready") : reply.getException());
    }
}
