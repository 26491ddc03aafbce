package io.dflockd.cluster.log;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The answer to a message for the leader, as it travels: one byte that says how it went, then the rest. A failure is an
 * answer too, because an exception would end the stream for all messages that follow.
 */
final class Letter {
    private static final byte ANSWER = 0;
    private static final byte NOT_LEADER = 1;
    private static final byte FAILED = 2;

    private Letter() {}

    static Message of(byte[] content) {
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(content));
    }

    static Message answer(byte[] content) {
        return sealed(ANSWER, UnsafeByteOperations.unsafeWrap(content));
    }

    static Message notLeader() {
        return sealed(NOT_LEADER, ByteString.EMPTY);
    }

    static Message failed(Throwable cause) {
        return sealed(FAILED, ByteString.copyFrom(String.valueOf(cause), StandardCharsets.UTF_8));
    }

    private static Message sealed(byte kind, ByteString content) {
        return Message.valueOf(
                UnsafeByteOperations.unsafeWrap(new byte[] {kind}).concat(content));
    }

    /** The answer in a letter, or the exception that it stands for. */
    static byte[] open(Message letter) {
        ByteString content = letter.getContent();
        if (content.isEmpty()) {
            throw new CompletionException(new IllegalStateException("an answer without a kind"));
        }
        ByteString rest = content.substring(1);
        return switch (content.byteAt(0)) {
            case ANSWER -> rest.toByteArray();
            case NOT_LEADER ->
                throw new CompletionException(
                        new NotLeaderException("the node that was taken for the leader is not, or not ready"));
            case FAILED ->
                throw new CompletionException(new IllegalStateException("the leader failed: " + rest.toStringUtf8()));
            default ->
                throw new CompletionException(
                        new IllegalStateException("an answer of the unknown kind " + content.byteAt(0)));
        };
    }

    static CompletableFuture<Message> answerOf(CompletableFuture<byte[]> pending) {
        return pending.handle((answer, failure) -> failure == null ? answer(answer) : failed(failure));
    }
}
