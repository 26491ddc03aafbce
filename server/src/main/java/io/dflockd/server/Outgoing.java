package io.dflockd.server;

import io.dflockd.protocol.ItemsPrinter;
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
    /** Of a long line: so large that handing it over costs less than printing it, so small that nobody waits for it. */
    static final int PIECE_BYTES = 32_768;

    /** Lines are sent when this much has been noted, even before the loop settles. */
    private static final int MAX_UNWRITTEN = 65_536;

    private static final int MAIL_AT_ONCE = 512;

    private final Loop loop;
    private final Standing standing;
    private final Pace pace;
    private final Output output;
    private final Mailbox mailbox;
    private final Runnable onOverflow;
    private long answerTag;
    private @Nullable Reply answer; // to the request that is being run
    private @Nullable ItemsPrinter list; // is being written, piece by piece
    private boolean isListWaiting; // for what was said before it
    private int unanswered;
    private int underWay; // of these
    private Status lastStatus = Status.OK;
    private boolean midStats;

    /** Runs {@code onOverflow}, on whatever thread pushes, if so much waits for the client that it cannot be reading. */
    Outgoing(Loop loop, Standing standing, Pace pace, Output output, Mailbox mailbox, Runnable onOverflow) {
        this.loop = loop;
        this.standing = standing;
        this.pace = pace;
        this.output = output;
        this.mailbox = mailbox;
        this.onOverflow = onOverflow;
    }

    /** A request is about to be run, which is answered at once or later. */
    void expectAnswer() {
        unanswered++;
    }

    /** It was not run after all. */
    void expectNoAnswer() {
        unanswered--;
    }

    /** The request has been taken, and whether it is answered or parked will be told. */
    void expectOutcome() {
        underWay++;
    }

    /** How many requests have been taken whose answers have not been noted yet. */
    int unanswered() {
        return unanswered;
    }

    /** How many of these may be answered any moment, as nobody has said yet that they are parked. */
    int underWay() {
        return underWay;
    }

    int parked() {
        return unanswered - underWay;
    }

    /** Of the last request that the runtime answered without parking it. */
    Status lastStatus() {
        return lastStatus;
    }

    /** The answer to the request that is being run; kept until no shard is held. */
    void reply(long tag, Reply reply) {
        unanswered--;
        lastStatus = reply.status();
        if (mailbox.isEmpty()) {
            answerTag = tag;
            answer = reply;
        } else {
            isListWaiting = reply instanceof Reply.Items;
            mailbox.add(new Mailbox.Answer(tag, reply, Mailbox.To.NOTED));
            pace.touch();
        }
    }

    /** The answer to a request that is under way. From any thread. */
    void replyLater(long tag, Reply reply) {
        mailbox.add(new Mailbox.Answer(tag, reply, Mailbox.To.UNDER_WAY));
        pace.mailHasCome();
    }

    /** The answer to a request that the runtime has no part in. From any thread. */
    void replyAside(long tag, Reply reply) {
        mailbox.add(new Mailbox.Answer(tag, reply, Mailbox.To.ASIDE));
        pace.mailHasCome();
    }

    /** The next request that is under way is parked. From any thread. */
    void park() {
        mailbox.add(Mailbox.Parking.NEXT);
        pace.mailHasCome();
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
        expectAnswer();
        reply(tag, reply);
        writeAnswer();
    }

    /** A piece of {@code stats}, which others print. Until its line is whole, the mail waits. */
    void takePiece(Lines piece, boolean isLast) {
        takeMail();
        midStats = !isLast;
        append(piece);
    }

    boolean isMidStats() {
        return midStats;
    }

    /** Whether {@code stats} may begin or go on: an answer that was given before it must not come behind it. */
    boolean hasRoomForPiece() {
        return !isFull() && (midStats || mailbox.isEmpty());
    }

    /** Whether a list is on its way that the client has yet to take. The next request waits for that. */
    boolean isWritingList() {
        return list != null || isListWaiting;
    }

    /** A parked request has its answer. From any thread. */
    void wake(long tag, Reply reply) {
        mailbox.add(new Mailbox.Answer(tag, reply, Mailbox.To.PARKED));
        pace.mailHasCome();
    }

    /** A line that was not asked for. If too many wait already, the client is cut off. From any thread, as {@link #wake}. */
    void push(Push push) {
        if (mailbox.offer(push, !output.isFull())) {
            pace.mailHasCome();
        } else {
            onOverflow.run();
        }
    }

    /** Whether so much waits for the client that it cannot be reading. */
    boolean isCrowded() {
        return mailbox.isCrowded();
    }

    /** The request could not be run as it should: whatever was to be its answer, it is an error. */
    void fail(long tag) {
        answer = null;
        take(tag, Status.ERROR.reply());
    }

    /** The client reads: what was pushed to it while its socket was full is not held against it. */
    void socketHasMoved() {
        mailbox.socketHasMoved();
    }

    /** From any thread: no more pushes. True for the first who says so. */
    boolean seal() {
        return mailbox.seal();
    }

    /** Notes what has come, as long as the client reads. If it is very much, others go first before the rest. */
    void takeMail() {
        writeList();
        int taken = 0;
        for (Line line = nextLine(); line != null; line = taken == MAIL_AT_ONCE ? null : nextLine()) {
            write(line);
            taken++;
        }
        if (taken == MAIL_AT_ONCE) {
            pace.touch();
        }
    }

    private @Nullable Line nextLine() {
        boolean mustWait = isFull() || midStats || list != null;
        return mustWait ? null : mailbox.poll();
    }

    private void write(Line line) {
        if (line == Mailbox.Parking.NEXT) {
            underWay--;
            return;
        }
        if (line instanceof Mailbox.Answer told) {
            count(told);
            write(told.tag(), told.reply());
            return;
        }
        loop.lines.clear();
        line.writeTo(loop.lines);
        append(loop.lines);
    }

    private void count(Mailbox.Answer told) {
        switch (told.to()) {
            case NOTED -> isListWaiting &= !(told.reply() instanceof Reply.Items);
            case UNDER_WAY -> {
                unanswered--;
                underWay--;
                lastStatus = told.reply().status();
            }
            case ASIDE -> {
                unanswered--;
                underWay--;
            }
            case PARKED -> {
                unanswered--;
                if (told.reply() instanceof Reply.Granted) {
                    loop.handsOver();
                }
            }
        }
    }

    private void write(long tag, Reply reply) {
        loop.lines.clear();
        if (reply instanceof Reply.Items items) {
            loop.lines.tag(tag);
            list = new ItemsPrinter(items.items());
            writePiece(list);
            writeList();
        } else {
            loop.lines.reply(tag, reply);
            append(loop.lines);
        }
    }

    /** Goes on with a long list as far as the client has room for it, and no longer than a turn. */
    private void writeList() {
        if (list == null) {
            return;
        }
        long started = loop.elapsedNanos();
        while (list != null && !isFull() && !pace.isResting() && !standing.isLeaving()) {
            output.flush();
            loop.lines.clear();
            writePiece(list);
            if (loop.elapsedNanos() - started > Loop.TURN_NANOS) {
                pace.rest();
            }
        }
    }

    private void writePiece(ItemsPrinter printer) {
        boolean isWhole = !printer.print(loop.lines, PIECE_BYTES);
        if (isWhole) {
            list = null;
            loop.lines.end();
        }
        append(loop.lines);
    }

    private void append(Lines lines) {
        if (standing.isLeaving()) {
            return;
        }
        output.append(lines);
        if (output.unwritten() > MAX_UNWRITTEN) {
            output.flush();
        }
        pace.touch();
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
        list = null;
        mailbox.clear();
        output.release();
    }
}
