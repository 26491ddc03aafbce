package io.dflockd.client.wire;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Status;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What response lines mean, read strictly: one line without tag and terminator becomes a value or an exception.
 *
 * <p>The frame it answers and the server it came from are there for the words of the exception. A refusal is the
 * exception of its status; a line that the protocol does not allow there is a
 * {@link io.dflockd.client.exceptions.ProtocolViolationException}, after which the connection is of no use.
 */
public final class Answers {
    private static final int LONGEST_LEASE = 1 + 10; // a space and the digits that may follow a token in a renewal
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1," + (FrameReader.LINE_CAP - LONGEST_LEASE) + "}");
    private static final Pattern OUR_TOKEN = Pattern.compile("[0-9a-f]{32}");
    private static final int FENCE_DIGITS = 16;

    private Answers() {}

    /**
     * A grant.
     *
     * @param fence the number that orders all grants, unsigned; 0 if the server gave none
     */
    public record Granted(String token, long leaseSeconds, long fence) {
        /** Without the token, which is a secret. */
        @Override
        public String toString() {
            return "Granted[lease " + leaseSeconds + " s, fence " + Long.toUnsignedString(fence) + "]";
        }
    }

    /** A renewed lease: how long it lasts from now on. */
    public record Renewed(long remainingSeconds) {}

    /** {@code ok <token> <lease>[ <fence>]}. A timeout is a {@code LockTimeoutException}. */
    public static Granted granted(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        if (!answer.has(Status.OK)) {
            throw answer.refusal();
        }
        return grant(answer);
    }

    /** {@code acquired <token> <lease>[ <fence>]}, or {@code queued}, which is empty. */
    public static Optional<Granted> enqueued(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        if (answer.isBare(Status.QUEUED)) {
            return Optional.empty();
        }
        if (!answer.has(Status.ACQUIRED)) {
            throw answer.refusal();
        }
        return Optional.of(grant(answer));
    }

    private static Granted grant(AnswerLine answer) {
        String[] fields = answer.fields();
        if (fields.length < 3 || fields.length > 4) {
            throw answer.violation("a grant has the wrong number of fields");
        }
        String token = fields[1];
        if (!TOKEN.matcher(token).matches()) {
            throw answer.violation("a token is malformed");
        }
        long seconds = Figures.seconds(fields[2], answer);
        long fence = fields.length == 4 ? Figures.fence(fields[3], answer) : 0;
        requireSameFence(token, fence, answer);
        return new Granted(token, seconds, fence);
    }

    /** The fence is told twice, in the token and beside it. */
    private static void requireSameFence(String token, long fence, AnswerLine answer) {
        if (fence != 0
                && OUR_TOKEN.matcher(token).matches()
                && Long.parseUnsignedLong(token.substring(0, FENCE_DIGITS), 16) != fence) {
            throw answer.violation("a fence is not that of its token");
        }
    }

    /** {@code ok <remaining>[ <fence>]}. */
    public static Renewed renewed(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        if (!answer.has(Status.OK)) {
            throw answer.refusal();
        }
        String[] fields = answer.fields();
        if (fields.length < 2 || fields.length > 3) {
            throw answer.violation("a renewal has the wrong number of fields");
        }
        if (fields.length == 3) {
            var unused = Figures.fence(fields[2], answer);
        }
        return new Renewed(Figures.seconds(fields[1], answer));
    }

    /** {@code ok} alone. */
    public static void ok(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        if (!answer.isBare(Status.OK)) {
            throw answer.has(Status.OK) ? answer.violation("nothing may follow 'ok'") : answer.refusal();
        }
    }

    /** {@code ok <number>}, a signed one. */
    public static long number(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        return Figures.signed(answer.afterOk(), answer);
    }

    /** {@code ok <value>}, or {@code nil}, which is empty. */
    public static Optional<String> value(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        return answer.isBare(Status.NIL) ? Optional.empty() : Optional.of(answer.afterOk());
    }

    /** {@code ok}, or {@code cas_conflict}, which is false. */
    public static boolean swapped(String line, Frame frame, String server) {
        return isOkRatherThan(Status.CAS_CONFLICT, line, frame, server);
    }

    /** {@code ok}, or {@code timeout}, which is false. */
    public static boolean met(String line, Frame frame, String server) {
        return isOkRatherThan(Status.TIMEOUT, line, frame, server);
    }

    private static boolean isOkRatherThan(Status no, String line, Frame frame, String server) {
        if (line.equals(no.word())) {
            return false;
        }
        ok(line, frame, server);
        return true;
    }

    /** {@code ok <json array of strings>}. */
    public static List<String> strings(String line, Frame frame, String server) {
        var answer = new AnswerLine(line, frame, server);
        return new JsonStrings(answer.afterOk(), answer).read();
    }

    /** Whether the line says that the time to wait is over. */
    public static boolean isTimeout(String line) {
        return line.equals(Status.TIMEOUT.word());
    }

    /** The exception for a line that is not the answer hoped for. */
    public static DflockdException refusal(String line, Frame frame, String server) {
        return new AnswerLine(line, frame, server).refusal();
    }
}
