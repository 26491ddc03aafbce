package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.TimeoutIOException;
import org.jspecify.annotations.Nullable;

/**
 * The way to the state machine of another node, over the port and the TLS of the log.
 *
 * <p>A message travels as a stale read of Ratis, the one request that is given to the state machine as it is: nothing is
 * read by it. Messages to one node share a stream and arrive in order. A stream that failed is replaced; what was under
 * way on it has failed and may have arrived or not.
 */
final class LeaderLink {
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final RaftGroup group;
    private final RaftClientRpc rpc;
    /** Closes streams that failed, which takes its time. */
    private final ThreadPoolExecutor repairs = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            LeaderLink::named,
            new ThreadPoolExecutor.DiscardPolicy());

    LeaderLink(GrpcFactory factory, RaftProperties properties, RaftGroup group) {
        this.group = group;
        rpc = factory.newRaftClientRpc(client, properties);
        rpc.addRaftPeers(group.getPeers());
    }

    private static Thread named(Runnable task) {
        Thread made = new Thread(task, "log-link");
        made.setDaemon(true);
        return made;
    }

    CompletableFuture<byte[]> send(String node, byte[] message) {
        RaftClientRequest request = request(RaftPeerId.valueOf(node), message);
        CompletableFuture<RaftClientReply> reply = rpc.sendRequestAsyncUnordered(request);
        if (reply.isCompletedExceptionally()) {
            // The stream had ended before, perhaps long ago, and nothing was sent.
            reply = reply.exceptionallyComposeAsync(ended -> again(request, ended), repairs);
        } else {
            reply.exceptionally(failure -> repairLater(request, failure));
        }
        return reply.thenApply(LeaderLink::open);
    }

    private CompletableFuture<RaftClientReply> again(RaftClientRequest request, Throwable ended) {
        rpc.handleException(request.getServerId(), ended, true);
        return rpc.sendRequestAsyncUnordered(request);
    }

    private @Nullable RaftClientReply repairLater(RaftClientRequest request, Throwable failure) {
        // An answer that is late says nothing against the stream, and others wait on it.
        if (!(failure instanceof TimeoutIOException)) {
            repairs.execute(() -> rpc.handleException(request.getServerId(), failure, true));
        }
        return null;
    }

    private static byte[] open(RaftClientReply reply) {
        if (!reply.isSuccess()) {
            throw new IllegalStateException("the leader did not take a message", reply.getException());
        }
        return Letter.open(reply.getMessage());
    }

    private RaftClientRequest request(RaftPeerId to, byte[] message) {
        return RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(to)
                .setGroupId(group.getGroupId())
                .setCallId(calls.incrementAndGet())
                .setMessage(Letter.of(message))
                .setType(RaftClientRequest.staleReadRequestType(0))
                .build();
    }

    void close() throws IOException {
        repairs.shutdown();
        rpc.close();
    }
}
