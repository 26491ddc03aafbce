package io.dflockd.client.wire;

import io.dflockd.client.exceptions.AlreadyQueuedException;
import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.BarrierCountMismatchException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.LeaseExpiredException;
import io.dflockd.client.exceptions.LimitMismatchException;
import io.dflockd.client.exceptions.ListFullException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.MaxKeysException;
import io.dflockd.client.exceptions.MaxLocksException;
import io.dflockd.client.exceptions.MaxWaitersException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.exceptions.NotQueuedException;
import io.dflockd.client.exceptions.TypeMismatchException;
import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.Status;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The exception for each answer that is not the one hoped for, in words that need no book beside them. */
final class Refusals {
    private static final Map<String, Status> BY_WORD =
            Stream.of(Status.values()).collect(Collectors.toMap(Status::word, Function.identity()));

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_-]*");
    private static final Pattern ADDRESS = Pattern.compile("[!-~]{1,255}:(?<port>[1-9][0-9]{0,4})");

    private static final int MAX_PORT = 65_535;

    private Refusals() {}

    static DflockdException of(AnswerLine answer) {
        String word = answer.word();
        Status status = BY_WORD.get(word);
        if (status == null) {
            return unknown(word, answer);
        }
        boolean hasFields = answer.line().length() > word.length();
        if (hasFields && status != Status.ERROR_NOT_LEADER) {
            return unexpected(answer);
        }
        return of(status, answer);
    }

    /** A word of a newer server is a refusal like any other; a line that starts with no word at all is not. */
    private static DflockdException unknown(String word, AnswerLine answer) {
        if (!WORD.matcher(word).matches()) {
            return answer.violation("the answer does not start with a word");
        }
        return new DflockdException(answer.attempt() + ": the server refused it with a word this client does not know: "
                + Shown.line(word));
    }

    private static DflockdException of(Status status, AnswerLine answer) {
        String message = Reasons.message(status, answer);
        return switch (status) {
            case TIMEOUT -> waitsForGrant(answer) ? new LockTimeoutException(message) : unexpected(answer);
            case ERROR -> new DflockdException(Status.ERROR, message);
            case ERROR_AUTH -> new AuthException(message);
            case ERROR_MAX_LOCKS -> new MaxLocksException(message);
            case ERROR_MAX_KEYS -> new MaxKeysException(message);
            case ERROR_MAX_WAITERS -> new MaxWaitersException(message);
            case ERROR_LIMIT_MISMATCH -> new LimitMismatchException(message);
            case ERROR_TYPE_MISMATCH -> new TypeMismatchException(message);
            case ERROR_NOT_ENQUEUED -> new NotQueuedException(message);
            case ERROR_ALREADY_ENQUEUED -> new AlreadyQueuedException(message);
            case ERROR_LEASE_EXPIRED -> new LeaseExpiredException(message);
            case ERROR_LIST_FULL -> new ListFullException(message);
            case ERROR_BARRIER_COUNT_MISMATCH -> new BarrierCountMismatchException(message);
            case ERROR_DRAINING -> new DrainingException(message);
            case ERROR_NOT_LEADER -> notLeader(message, answer);
            case OK, ACQUIRED, QUEUED, NIL, CAS_CONFLICT -> unexpected(answer);
        };
    }

    private static boolean waitsForGrant(AnswerLine answer) {
        return answer.kind() == Kind.ACQUIRE || answer.kind() == Kind.WAIT;
    }

    private static DflockdException unexpected(AnswerLine answer) {
        return answer.violation("the answer belongs to another request");
    }

    /** {@code error_not_leader[ <host:port>]} */
    private static DflockdException notLeader(String message, AnswerLine answer) {
        if (answer.isBare(Status.ERROR_NOT_LEADER)) {
            return new NotLeaderException(message, null);
        }
        String address = answer.line().substring(Status.ERROR_NOT_LEADER.word().length() + 1);
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches() || Integer.parseInt(parts.group("port")) > MAX_PORT) {
            return answer.violation("the address of the leader is malformed");
        }
        return new NotLeaderException(message + "; the leader is " + address, address);
    }
}
