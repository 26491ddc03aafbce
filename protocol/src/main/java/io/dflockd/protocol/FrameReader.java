package io.dflockd.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one connection into frames of three lines, whatever the pieces in which they arrive.
 *
 * <p>Input is {@linkplain #feed fed} as a borrowed array; frames are read from it in place. What is left of it is
 * kept in memory of the reader's own by {@link #settle}, so that an idle connection keeps no buffer at all. Line
 * caps hold while a line arrives: a line that is too long is skipped, never stored.
 */
public final class FrameReader {
    /** How many bytes a line may have, if nothing else is said for it. */
    public static final int LINE_CAP = 256;

    /** How many bytes the secret of {@code auth} may have. */
    public static final int SECRET_CAP = 65_536;

    /** How many bytes a value may have, with what belongs to it, unless the server is set up otherwise. */
    public static final int VALUE_CAP = 65_536;

    /** The most that a server can be set up to take as a value, in bytes. */
    public static final int LARGEST_VALUE_CAP = 1_048_576;

    /** What {@link #next} found. */
    public enum Step {
        /** A whole frame: its lines can be read until the next call. */
        FRAME,
        /** Nothing more without more input. */
        STARVED,
        /** A whole frame whose value was too long and is forgotten. The frames behind it can be read. */
        TOO_LARGE,
        /** The end of another line that was too long. Where the next frame begins is not known. */
        OVERFLOW
    }

    private static final int LINES = 3;
    private static final byte[] NOTHING = new byte[0];

    private byte[] bytes = NOTHING;
    private boolean borrowed;
    private int frameStart;
    private int scanned;
    private int end;

    /** Where the lines of the present frame start and end, counted from {@link #frameStart}. */
    private final int[] lineStarts = new int[LINES + 1];

    private final int[] lineEnds = new int[LINES];
    private int line;
    private int signs; // the sign bit is set once a byte beyond ASCII was seen in this frame
    private boolean overflowing;
    private boolean tagged;
    private int secretCap = SECRET_CAP;
    private int valueCap = VALUE_CAP;

    /** A reader that has seen nothing yet. */
    public FrameReader() {}

    /** In tagged mode the first line has a tag before the command, which matters for the cap of the third. */
    public void setTagged(boolean tagged) {
        this.tagged = tagged;
    }

    /** Allows a secret less than {@link #SECRET_CAP}, but no line less than {@link #LINE_CAP}. */
    public void setSecretCap(int bytes) {
        this.secretCap = bytes;
    }

    /** Allows values of so many bytes, at least {@link #LINE_CAP}. */
    public void setValueCap(int bytes) {
        this.valueCap = bytes;
    }

    /** Adds input. The array belongs to the caller again after {@link #settle}. */
    public void feed(byte[] input, int from, int to) {
        if (line == LINES) {
            startFrame();
        }
        if (isEmpty()) {
            bytes = input;
            borrowed = true;
            frameStart = from;
            scanned = from;
            end = to;
            return;
        }
        settle();
        int kept = pending();
        if (bytes.length - end < to - from) {
            byte[] larger = new byte[Math.max(2 * kept, kept + to - from)];
            System.arraycopy(bytes, frameStart, larger, 0, kept);
            moveTo(larger);
        }
        System.arraycopy(input, from, bytes, end, to - from);
        end += to - from;
    }

    /** Keeps what is not yet read in memory of the reader's own. */
    public void settle() {
        if (line == LINES) {
            startFrame();
        }
        if (isEmpty()) {
            giveMemoryBack();
        } else if (borrowed || bytes.length > 2 * pending()) { // a backlog that is mostly read gives its memory back
            moveTo(Arrays.copyOfRange(bytes, frameStart, end));
        }
        borrowed = false;
    }

    /** Forgets what is not yet read, as if nothing had been fed. */
    public void discard() {
        giveMemoryBack();
        line = 0;
        signs = 0;
        overflowing = false;
    }

    private void giveMemoryBack() {
        bytes = NOTHING;
        borrowed = false;
        frameStart = 0;
        scanned = 0;
        end = 0;
    }

    private void moveTo(byte[] memory) {
        bytes = memory;
        scanned -= frameStart;
        end -= frameStart;
        frameStart = 0;
        borrowed = false;
    }

    private boolean isEmpty() {
        return frameStart == end;
    }

    /** How many bytes are held that no frame has used yet. */
    public int pending() {
        return end - frameStart;
    }

    /** Whether at least one byte of the next frame has been seen. */
    public boolean isInsideFrame() {
        return overflowing || !isEmpty();
    }

    /** The line that is being read: 0, 1 or 2. */
    public int line() {
        return line;
    }

    /** Looks for the next frame. After {@code FRAME} the lines can be read until the next call of any method. */
    public Step next() {
        if (line == LINES) {
            startFrame();
        }
        if (overflowing) {
            return skipLine();
        }
        while (true) {
            int start = frameStart + lineStarts[line];
            int cap = LINE_CAP;
            int newline = findNewline(start + cap + 2);
            if (lineIsTooLong(start, newline, cap) && line == LINES - 1) {
                cap = argumentCap();
                newline = newline < 0 ? findNewline(start + cap + 2) : newline;
            }
            if (lineIsTooLong(start, newline, cap)) {
                return newline < 0 ? startSkipping() : endOverlongLine();
            }
            if (newline < 0) {
                return Step.STARVED;
            }
            endLine(start, newline);
            if (line == LINES) {
                return Step.FRAME;
            }
        }
    }

    /** The frame that was found cannot be used now: {@link #next} finds it once more. */
    public void putBack() {
        scanned = frameStart;
        line = 0;
        signs = 0;
    }

    private void startFrame() {
        frameStart += lineStarts[LINES];
        line = 0;
        signs = 0;
    }

    private int findNewline(int furthest) {
        int limit = Math.min(end, furthest);
        int at = scanned;
        int seen = signs;
        while (at < limit) {
            byte each = bytes[at++];
            if (each == '\n') {
                scanned = at;
                signs = seen;
                return at - 1;
            }
            seen |= each;
        }
        scanned = at;
        signs = seen;
        return -1;
    }

    /** One CR at the end does not count: it may belong to the terminator. */
    private boolean lineIsTooLong(int start, int newline, int cap) {
        int stop = newline < 0 ? scanned : newline;
        int length = stop - start;
        return length > cap + 1 || (length == cap + 1 && bytes[stop - 1] != '\r');
    }

    private void endLine(int start, int newline) {
        int stop = newline;
        while (stop > start && bytes[stop - 1] == '\r') {
            stop--;
        }
        lineEnds[line] = stop - frameStart;
        lineStarts[++line] = newline + 1 - frameStart;
    }

    private Step startSkipping() {
        overflowing = true;
        return skipLine();
    }

    /** Forgets the line as it comes, but not the lines before it: the first one has the tag for the answer. */
    private Step skipLine() {
        while (scanned < end) {
            if (bytes[scanned++] == '\n') {
                return endOverlongLine();
            }
        }
        scanned = frameStart + lineStarts[line];
        end = scanned;
        return Step.STARVED;
    }

    /** A value is the last line of its frame, so that nothing is lost but the frame. */
    private Step endOverlongLine() {
        if (line < LINES - 1 || !carriesValue(command())) {
            return Step.OVERFLOW;
        }
        overflowing = false;
        lineEnds[line] = lineStarts[line];
        lineStarts[++line] = scanned - frameStart;
        return Step.TOO_LARGE;
    }

    private int argumentCap() {
        Command command = command();
        if (command == Command.AUTH) {
            return Math.max(LINE_CAP, secretCap);
        }
        return carriesValue(command) ? valueCap : LINE_CAP;
    }

    private static boolean carriesValue(@Nullable Command command) {
        return command != null && command.carriesValue();
    }

    /** The command of the present frame, whose first line is whole. */
    private @Nullable Command command() {
        return Command.find(bytes, commandStart(), lineEnd(0));
    }

    /** Where the command starts in the first line: behind the tag, in tagged mode. */
    private int commandStart() {
        int from = lineStart(0);
        while (tagged && from < lineEnd(0) && bytes[from] >= '0' && bytes[from] <= '9') {
            from++;
        }
        return tagged && from < lineEnd(0) && bytes[from] == ' ' ? from + 1 : lineStart(0);
    }

    byte[] bytes() {
        return bytes;
    }

    int lineStart(int number) {
        return frameStart + lineStarts[number];
    }

    int lineEnd(int number) {
        return frameStart + lineEnds[number];
    }

    /** Behind the end of the last line. */
    int frameEnd() {
        return frameStart + lineStarts[LINES];
    }

    boolean isAscii() {
        return signs >= 0;
    }
}
