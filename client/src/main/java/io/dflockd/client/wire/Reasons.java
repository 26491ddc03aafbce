package io.dflockd.client.wire;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Status;

/** The words of a refusal: what was tried, where, why it did not happen, and the status for whoever looks it up. */
final class Reasons {
    private Reasons() {}

    static String message(Status status, AnswerLine answer) {
        return answer.attempt() + ": " + reason(status, answer) + " (" + status.word() + ")";
    }

    private static String reason(Status status, AnswerLine answer) {
        return switch (status) {
            case TIMEOUT -> timeout(answer);
            case ERROR -> error(answer);
            case ERROR_AUTH -> "the server does not accept the secret, or none was given";
            case ERROR_MAX_LOCKS -> "the server has as many locks in use as it allows";
            case ERROR_MAX_KEYS -> "the server has as many data keys as it allows";
            case ERROR_MAX_WAITERS -> "the queue of this key is full";
            case ERROR_LIMIT_MISMATCH -> "the key is in use with a different limit";
            case ERROR_TYPE_MISMATCH -> "the key is in use as something else, a read-write lock or a plain one";
            case ERROR_NOT_ENQUEUED -> "this connection has no place in the queue";
            case ERROR_ALREADY_ENQUEUED -> "this connection already has a place in the queue";
            case ERROR_LEASE_EXPIRED -> "the lease had run out; others may hold the key by now";
            case ERROR_LIST_FULL -> "the list has as many items as the server allows";
            case ERROR_BARRIER_COUNT_MISMATCH -> "others wait there for a different number of participants";
            case ERROR_DRAINING -> "the server is shutting down";
            case ERROR_NOT_LEADER -> "nothing was done: the cluster has no leader, or this server is not it";
            case OK, ACQUIRED, QUEUED, NIL, CAS_CONFLICT -> "the answer belongs to another request";
        };
    }

    private static String timeout(AnswerLine answer) {
        return answer.frame().mayWait()
                ? "not granted within " + answer.frame().timeout().toSeconds() + " s"
                : "not free, and the request did not ask to wait";
    }

    /** The server says only {@code error}; what it can mean depends on the request, whose form is known to be good. */
    private static String error(AnswerLine answer) {
        return switch (answer.kind()) {
            case RELEASE, RENEW, FORCE ->
                "the server knows of no such grant: it was released before, its lease ran out, or the server was restarted";
            case WRITE -> writeError(answer.frame());
            case SUBSCRIBE -> "the server refused it; this connection has as many subscriptions as allowed";
            case CONNECTION -> connectionError(answer);
            case ACQUIRE, ENQUEUE, WAIT, READ, TAKE, MEET -> "the server refused it and does not say why";
        };
    }

    private static String writeError(Frame frame) {
        if (!frame.command().carriesValue()) {
            return "the server refused it; a counter would leave the range of 64 bits";
        }
        int bytes = frame.argumentLength();
        return bytes > FrameReader.LINE_CAP
                ? "with " + bytes + " bytes it is larger than the server accepts; its --max-value is "
                        + FrameReader.VALUE_CAP + " by default"
                : "the server refused it and does not say why";
    }

    private static String connectionError(AnswerLine answer) {
        return switch (answer.frame().command()) {
            case AUTH -> "the server wants no secret, or has accepted one already";
            case FENCE, TAGGING -> "the server does not know this option; is it an older version?";
            case CANCEL -> "no such request waits any more";
            default -> "the server refused it and does not say why";
        };
    }
}
