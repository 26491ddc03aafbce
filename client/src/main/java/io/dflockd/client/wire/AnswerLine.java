package io.dflockd.client.wire;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.Status;

/** One response line beside the request it answers: its first word, its fields, and what is said if it is bad. */
record AnswerLine(String line, Frame frame, String server) {
    private static final int MOST_FIELDS = 4;

    /** Whether the line is this word and nothing else. */
    boolean isBare(Status status) {
        return line.equals(status.word());
    }

    /** Whether the line starts with this word, alone or before something. */
    boolean has(Status status) {
        String word = status.word();
        return line.startsWith(word) && (line.length() == word.length() || line.charAt(word.length()) == ' ');
    }

    /** What follows the word {@code ok} and one space. Anything but {@code ok} is thrown. */
    String afterOk() {
        if (!has(Status.OK)) {
            throw refusal();
        }
        int start = Status.OK.word().length() + 1;
        if (line.length() <= start) {
            throw violation("something is missing after 'ok'");
        }
        return line.substring(start);
    }

    /** What single spaces separate, the first word included; of too many fields only one too many. */
    String[] fields() {
        return line.split(" ", MOST_FIELDS + 1);
    }

    /** What stands before the first space. */
    String word() {
        int space = line.indexOf(' ');
        return space < 0 ? line : line.substring(0, space);
    }

    DflockdException refusal() {
        return Refusals.of(this);
    }

    /** The server broke the protocol. The line is shown in part, a token in it never. */
    ProtocolViolationException violation(String why) {
        return violationOf(why + ": " + (mayHaveToken() ? Shown.grantLine(line) : Shown.line(line)));
    }

    /** The server broke the protocol in a line that has somebody's values in it: the line is not shown. */
    ProtocolViolationException privateViolation(String why) {
        return violationOf(why);
    }

    private ProtocolViolationException violationOf(String why) {
        return new ProtocolViolationException(attempt() + ": the server broke the protocol, " + why);
    }

    /** What was tried, and where: {@code lock 'orders' on 127.0.0.1:6388}. */
    String attempt() {
        return frame + " on " + server;
    }

    Kind kind() {
        return frame.command().kind();
    }

    private boolean mayHaveToken() {
        return switch (kind()) {
            case ACQUIRE, ENQUEUE, WAIT, RENEW, RELEASE, FORCE -> true;
            case READ, WRITE, TAKE, MEET, SUBSCRIBE, CONNECTION -> false;
        };
    }
}
