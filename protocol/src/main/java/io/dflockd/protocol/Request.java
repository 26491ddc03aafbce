package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One request, read from a frame and checked against the grammar: command, key and argument.
 *
 * <p>It is a view of the reader's memory and is used again for the next frame; what must last is copied out of it.
 */
public final class Request {
    public static final long NO_TAG = -1;
    /** The largest number of seconds whose nanoseconds fit 63 bits. */
    public static final long MAX_SECONDS = 9_223_372_036L;

    public static final int MAX_LIMIT = 1_048_576;

    private static final int MAX_TAG_DIGITS = 18;
    private static final byte[] KEY = "key".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SUMMARY = "summary".getBytes(StandardCharsets.US_ASCII);

    private Command command = Command.PING;
    private long tag = NO_TAG;
    private final Key key = Key.view();
    private byte[] bytes = new byte[0];
    private int keyFrom;
    private int keyTo;
    private int from; // of the argument line
    private int to;

    private final long[] numbers = new long[Field.values().length];
    private boolean hasLease;
    private int oldTo; // of what a compare-and-set compares with
    private int valueFrom;
    private int valueTo;
    private long ttlSeconds;
    private boolean isTokenWellFormed;
    private long tokenFence;
    private long tokenSalt;
    private boolean on;

    /** A request into which frames can be read. */
    public Request() {}

    /** Reads the frame that {@code reader} stands on. The tag is valid even if this throws. */
    public void read(FrameReader reader, boolean tagged) throws ProtocolException {
        bytes = reader.bytes();
        int commandFrom = reader.lineStart(0);
        int commandTo = reader.lineEnd(0);
        tag = NO_TAG;
        if (tagged) {
            commandFrom = readTag(commandFrom, commandTo);
        }
        if (!reader.isAscii()) {
            requireUtf8(reader);
        }
        command = requireKnown(Command.find(bytes, commandFrom, commandTo));
        keyFrom = reader.lineStart(1);
        keyTo = reader.lineEnd(1);
        from = reader.lineStart(2);
        to = reader.lineEnd(2);
        if (command.isKeyed() || asksAboutKey()) {
            readKey();
        }
        readArgument();
    }

    /** The tag of a frame whose first line is whole, as far as it can be told; for answers to broken frames. */
    public long tagOf(FrameReader reader) {
        bytes = reader.bytes();
        try {
            var unused = readTag(reader.lineStart(0), reader.line() == 0 ? reader.lineStart(0) : reader.lineEnd(0));
        } catch (ProtocolException none) {
            tag = 0;
        }
        return tag;
    }

    /** Reads {@code <tag> } and returns where the command starts. */
    private int readTag(int lineFrom, int lineTo) throws ProtocolException {
        tag = 0;
        long number = 0;
        int at = lineFrom;
        while (at < lineTo && isDigit(bytes[at])) {
            number = number * 10 + bytes[at++] - '0';
            require(at - lineFrom <= MAX_TAG_DIGITS, Fault.BAD_TAG);
        }
        require(at > lineFrom && at < lineTo && bytes[at] == ' ', Fault.BAD_TAG);
        tag = number;
        return at + 1;
    }

    private void requireUtf8(FrameReader reader) throws ProtocolException {
        for (int line = 0; line < 3; line++) {
            require(Utf8.isWellFormed(bytes, reader.lineStart(line), reader.lineEnd(line)), Fault.MALFORMED_UTF8);
        }
    }

    private static Command requireKnown(@Nullable Command command) throws ProtocolException {
        if (command == null) {
            throw Fault.UNKNOWN_COMMAND.exception();
        }
        return command;
    }

    private void readKey() throws ProtocolException {
        require(keyFrom < keyTo && keyTo - keyFrom <= Key.MAX_BYTES, Fault.BAD_KEY);
        require(key.look(bytes, keyFrom, keyTo), Fault.BAD_KEY);
    }

    private void readArgument() throws ProtocolException {
        hasLease = false;
        var fields = command.fields();
        if (fields.isEmpty()) {
            return;
        }
        switch (fields.get(0)) {
            case VALUE -> readValue(from, to);
            case VALUE_AND_TTL -> readValueAndTtl();
            case OLD_NEW_AND_TTL -> readOldNewAndTtl();
            case GROUP, SECRET -> trim();
            case SWITCH -> readSwitch();
            case TAG -> readCancelledTag();
            case TIMEOUT, LEASE, LIMIT, COUNT, AMOUNT, START, STOP, TOKEN -> readFields();
        }
    }

    /** Splits the line at blanks; a line of one field is taken as a whole. */
    private void readFields() throws ProtocolException {
        trim();
        var fields = command.fields();
        int at = from;
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            int stop = fields.size() == 1 ? to : endOfField(at);
            if (at == stop && field == Field.LEASE) {
                return;
            }
            readField(field, at, stop);
            at = skipBlanks(stop);
        }
        require(at == to, Fault.MALFORMED_ARGUMENT);
    }

    private void readField(Field field, int start, int stop) throws ProtocolException {
        if (field == Field.TOKEN) {
            require(start < stop, Fault.EMPTY_TOKEN);
            readToken(start, stop);
            return;
        }
        long number = integer(start, stop);
        switch (field) {
            case TIMEOUT -> require(number >= 0 && number <= MAX_SECONDS, Fault.NEGATIVE_TIMEOUT);
            case LEASE -> require(number >= 1 && number <= MAX_SECONDS, Fault.BAD_LEASE);
            case LIMIT, COUNT -> require(number >= 1 && number <= MAX_LIMIT, Fault.BAD_LIMIT);
            default -> {} // any 64-bit number will do
        }
        hasLease |= field == Field.LEASE;
        numbers[slot(field)] = number;
    }

    /** A token of another form than ours is not an error here: it names no grant, which the engine will find. */
    private void readToken(int start, int stop) {
        isTokenWellFormed = stop - start == 2 * Hex.DIGITS && Hex.isWellFormed(bytes, start, 2 * Hex.DIGITS);
        tokenFence = isTokenWellFormed ? Hex.read(bytes, start) : 0;
        tokenSalt = isTokenWellFormed ? Hex.read(bytes, start + Hex.DIGITS) : 0;
    }

    private void readSwitch() throws ProtocolException {
        trim();
        on = isArgument("on");
        require(on || isArgument("off"), Fault.MALFORMED_ARGUMENT);
    }

    private void readCancelledTag() throws ProtocolException {
        trim();
        require(to > from && to - from <= MAX_TAG_DIGITS && isDigit(bytes[from]), Fault.BAD_TAG);
        numbers[slot(Field.TAG)] = integer(from, to);
    }

    private void readValue(int start, int stop) throws ProtocolException {
        require(start < stop, Fault.MALFORMED_ARGUMENT);
        valueFrom = start;
        valueTo = stop;
    }

    /** The seconds are not trimmed and must be there once there is a TAB. */
    private void readValueAndTtl() throws ProtocolException {
        int tab = indexOfTab(from);
        readValue(from, tab < 0 ? to : tab);
        readTtl(tab < 0 ? to : tab + 1, tab < 0);
    }

    private void readOldNewAndTtl() throws ProtocolException {
        int first = indexOfTab(from);
        int second = first < 0 ? -1 : indexOfTab(first + 1);
        require(second > 0, Fault.MALFORMED_ARGUMENT);
        oldTo = first;
        readValue(first + 1, second);
        readTtl(second + 1, true);
    }

    private void readTtl(int start, boolean mayBeMissing) throws ProtocolException {
        long seconds = start == to && mayBeMissing ? 0 : integer(start, to);
        require(seconds >= 0 && seconds <= MAX_SECONDS, Fault.MALFORMED_ARGUMENT);
        ttlSeconds = seconds;
    }

    private int indexOfTab(int start) {
        for (int i = start; i < to; i++) {
            if (bytes[i] == '\t') {
                return i;
            }
        }
        return -1;
    }

    /** An optional sign and one or more ASCII digits that fit 64 bits. */
    private long integer(int start, int stop) throws ProtocolException {
        int at = start;
        boolean negative = at < stop && bytes[at] == '-';
        if (at < stop && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        require(at < stop, Fault.BAD_INTEGER);
        long below = 0; // counted downwards, because there is one negative number more than positive ones
        for (; at < stop; at++) {
            int digit = bytes[at] - '0';
            require(digit >= 0 && digit <= 9, Fault.BAD_INTEGER);
            require(below >= (Long.MIN_VALUE + digit) / 10, Fault.BAD_INTEGER);
            below = below * 10 - digit;
        }
        require(negative || below != Long.MIN_VALUE, Fault.BAD_INTEGER);
        return negative ? below : -below;
    }

    private void trim() {
        from = skipBlanks(from);
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
    }

    private int skipBlanks(int start) {
        int at = start;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private int endOfField(int start) {
        int at = start;
        while (at < to && !isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte each) {
        return each == ' ' || each == '\t' || each == 0x0B || each == '\f' || each == '\r';
    }

    private static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }

    private static void require(boolean holds, Fault otherwise) throws ProtocolException {
        if (!holds) {
            throw otherwise.exception();
        }
    }

    private boolean isArgument(String word) {
        return Arrays.equals(bytes, from, to, word.getBytes(StandardCharsets.US_ASCII), 0, word.length());
    }

    public Command command() {
        return command;
    }

    public long tag() {
        return tag;
    }

    /** The key, as a view: {@link Key#copy copy} it to keep it. */
    public Key key() {
        return key;
    }

    @SuppressWarnings("EnumOrdinal") // an array by field, for this object only
    private static int slot(Field field) {
        return field.ordinal();
    }

    public long number(Field field) {
        return numbers[slot(field)];
    }

    /** The lease asked for, or {@code otherwise}. */
    public long leaseOr(long otherwise) {
        return hasLease ? numbers[slot(Field.LEASE)] : otherwise;
    }

    public boolean isTokenWellFormed() {
        return isTokenWellFormed;
    }

    public long tokenFence() {
        return tokenFence;
    }

    public long tokenSalt() {
        return tokenSalt;
    }

    /** The position of the switch of {@code fence} and {@code tag}. */
    public boolean isOn() {
        return on;
    }

    /** The value that is to be stored, pushed or sent, in memory of its own. */
    public byte[] value() {
        return Arrays.copyOfRange(bytes, valueFrom, valueTo);
    }

    /** How long the value is to live; 0 is for ever. */
    public long ttlSeconds() {
        return ttlSeconds;
    }

    /** Whether a compare-and-set expects nothing to be there. */
    public boolean expectsAbsence() {
        return oldTo == from;
    }

    /** Whether a compare-and-set expects this value. */
    public boolean expects(byte[] value) {
        return Arrays.equals(bytes, from, oldTo, value, 0, value.length);
    }

    /** The argument line, trimmed where its command says so. */
    public byte[] argument() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Whether this is a {@code stats} about its key alone, which is then checked like that of a keyed command. */
    public boolean asksAboutKey() {
        return command == Command.STATS && Arrays.equals(bytes, from, to, KEY, 0, KEY.length);
    }

    /** Whether {@code stats} shall give a summary; whatever else its argument says is not looked at. */
    public boolean asksForSummary() {
        return Arrays.equals(bytes, from, to, SUMMARY, 0, SUMMARY.length);
    }

    /** The key line of a command that is not keyed, surrounding blanks removed. */
    public String reference() {
        int start = keyFrom;
        int stop = keyTo;
        while (start < stop && isBlank(bytes[start])) {
            start++;
        }
        while (stop > start && isBlank(bytes[stop - 1])) {
            stop--;
        }
        return new String(bytes, start, stop - start, StandardCharsets.UTF_8);
    }
}
