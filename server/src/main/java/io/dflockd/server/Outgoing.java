package io.dflockd.server;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Line;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/**
 * All that a connection says. Answers to its own requests are noted at once; what others have for it comes through the
 * mailbox. Either way lines leave in the order in which the engine said them, so the answer to a request comes before
 * the pushes that it caused.
 */
final class Outgoing {
    /** Lines are sent when this much has been noted, even before the loop settles. */
    private static final int MAX_UNWRITTEN = 65_536;

    private final Connection connection;
    private final Session session;
    private final Loop loop;
    private final Output output;
    private final Mailbox mailbox = new Mailbox();
    private long answerTag;
    private @Nullable Reply answer; // to the request that is being run
    private boolean midLine;

    Outgoing(Connection connection, Session session, Loop loop, Output output) {
        this.connection = connection;
        this.session = session;
        this.loop = loop;
        this.output = output;
    }

    /** The answer to the request that is being run; kept until no shard is held. */
    void reply(long tag, Reply reply) {
        if (mailbox.isEmpty()) {
            answerTag = tag;
            answer = reply;
        } else {
            mailbox.add(tag, reply, false);
            connection.touch();
        }
    }

    /** The request has been run: its answer, if it has one already, is noted. */
    void writeAnswer() {
        Reply kept = answer;
        if (kept != null) {
            answer = null;
            write(answerTag, kept);
        }
    }

    /** An answer that the engine has no part in. Without shards to wait for, it is noted at once. */
    void take(long tag, Reply reply) {
        reply(tag, reply);
        writeAnswer();
    }

    /** A piece of an answer that is too long to be noted at once. Until its line is whole, the mail waits. */
    void takePiece(Lines piece, boolean isLast) {
        takeMail();
        midLine = !isLast;
        append(piece);
    }

    boolean isMidLine() {
        return midLine;
    }

    /** Whether a long answer may begin or go on: an answer that was given before it must not come behind it. */
    boolean hasRoomForPiece() {
        return !isFull() && (midLine || mailbox.isEmpty());
    }

    /** A parked request has its answer. From any thread; {@code here} is the loop whose thread it is. */
    void wake(long tag, Reply reply, @Nullable Loop here) {
        mailbox.add(tag, reply, true);
        mailHasCome(here);
    }

    /** Whether {@link #push} would take a line now. From any thread. */
    boolean hasRoom() {
        return mailbox.hasRoom(!output.isFull());
    }

    /** A line that was not asked for, unless too many wait already. From any thread, as {@link #wake}. */
    boolean push(Push push, @Nullable Loop here) {
        boolean taken = mailbox.offer(push, !output.isFull());
        if (taken) {
            mailHasCome(here);
        }
        return taken;
    }

    /** The request could not be run as it should: whatever was to be its answer, it is an error. */
    void fail(long tag) {
        answer = null;
        take(tag, Status.ERROR.reply());
    }

    /** From any thread: no more pushes. True for the first who says so. */
    boolean seal() {
        return mailbox.seal();
    }

    private void mailHasCome(@Nullable Loop here) {
        if (here == loop) {
            connection.touch();
        } else if (mailbox.announce()) {
            loop.knock(connection);
        }
    }

    /** Another thread has announced mail. */
    void hearKnock() {
        mailbox.heard();
        connection.touch();
    }

    boolean hasNoMail() {
        return mailbox.isEmpty();
    }

    /** Notes what has come, as long as the client reads. */
    void takeMail() {
        if (midLine) {
            return;
        }
        Line line = isFull() ? null : mailbox.poll();
        while (line != null) {
            write(line);
            line = isFull() ? null : mailbox.poll();
        }
    }

    private void write(Line line) {
        if (line instanceof Mailbox.Answer told && told.wakes()) {
            session.answered(told.tag());
            if (told.reply() instanceof Reply.Granted) {
                loop.handsOver();
            }
        }
        loop.lines.clear();
        line.writeTo(loop.lines);
        append(loop.lines);
    }

    private void write(long tag, Reply reply) {
        loop.lines.clear();
        loop.lines.reply(tag, reply);
        append(loop.lines);
    }

    private void append(Lines lines) {
        if (connection.isLeaving()) {
            return;
        }
        output.append(lines);
        if (output.unwritten() > MAX_UNWRITTEN) {
            output.flush();
        }
        connection.touch();
    }

    /** Whether the client has so much to read that it should not be asked for more. */
    boolean isFull() {
        return output.isFull();
    }

    void flush() {
        output.flush();
    }

    /** All that is left, also to a client that reads slowly: it is the last it hears. */
    void finish() {
        mailbox.seal();
        for (Line line = mailbox.poll(); line != null; line = mailbox.poll()) {
            write(line);
        }
        output.flush();
    }

    void close(boolean hasClientEnded) {
        output.close(hasClientEnded);
    }

    /** The connection is gone. */
    void release() {
        mailbox.clear();
        output.release();
    }
}
