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
    /** Stands where a tag would stand, for a connection without tags. */
    public static final long NO_TAG = -1;

    /** The largest number of seconds whose nanoseconds fit 63 bits. */
    public static final long MAX_SECONDS = 9_223_372_036L;

    /** The largest limit of a semaphore and the largest count of a barrier. */
    public static final int MAX_LIMIT = 1_048_576;

    /** Bytes of what a session may want to be called. */
    public static final int MAX_LABEL = 128;

    private static final int MAX_TAG_DIGITS = 18;
    private static final byte[] ON = "on".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OFF = "off".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SUMMARY = "summary".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEY = "key".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SESSION = "session".getBytes(StandardCharsets.US_ASCII);

    /** What {@code stats} is to tell of. */
    private enum Scope {
        EVERYTHING,
        SUMMARY,
        KEY,
        SESSION
    }

    private Command command = Command.PING;
    private long tag = NO_TAG;
    private final Key key = Key.view();
    private byte[] bytes = new byte[0];
    private int frameFrom;
    private int frameTo;
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
    private Scope scope = Scope.EVERYTHING;

    /** A request into which frames can be read. */
    public Request() {}

    /** Reads the frame that {@code reader} stands on. The tag is valid even if this throws. */
    public void read(FrameReader reader, boolean tagged) throws ProtocolException {
        bytes = reader.bytes();
        frameFrom = reader.lineStart(0);
        frameTo = reader.frameEnd();
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
        if (command.isKeyed()) {
            readKey();
        }
        readArgument();
    }

    /** The memory that the request is a view of; what else is in it means nothing. */
    public byte[] memory() {
        return bytes;
    }

    /** Where the frame begins in {@link #memory}, with its tag if it has one. */
    public int frameFrom() {
        return frameFrom;
    }

    /** Where the frame ends in {@link #memory}, behind the end of its last line. */
    public int frameTo() {
        return frameTo;
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
        while (at < lineTo && Lexer.isDigit(bytes[at])) {
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
        scope = Scope.EVERYTHING;
        var fields = command.fields();
        if (fields.isEmpty()) {
            return;
        }
        switch (fields.get(0)) {
            case VALUE -> readValue(from, to);
            case VALUE_AND_TTL -> readValueAndTtl();
            case OLD_NEW_AND_TTL -> readOldNewAndTtl();
            case GROUP, SECRET, ORDER -> trim();
            case HOLDER, REASON -> readHolderAndReason();
            case LABEL -> readLabel();
            case SWITCH -> readSwitch();
            case TAG -> readCancelledTag();
            case SCOPE -> readScope();
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
            int stop = fields.size() == 1 ? to : Lexer.endOfWord(bytes, at, to);
            if (at == stop && field == Field.LEASE) {
                return;
            }
            readField(field, at, stop);
            at = Lexer.skipBlanks(bytes, stop, to);
        }
        require(at == to, Fault.MALFORMED_ARGUMENT);
    }

    private void readField(Field field, int start, int stop) throws ProtocolException {
        if (field == Field.TOKEN) {
            require(start < stop, Fault.EMPTY_TOKEN);
            readToken(start, stop);
            return;
        }
        long number = Lexer.integer(bytes, start, stop);
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

    /** A token has letters or too many digits for a number; what is neither is malformed. */
    private void readHolderAndReason() throws ProtocolException {
        trim();
        int stop = Lexer.endOfWord(bytes, from, to);
        readToken(from, stop);
        if (!isTokenWellFormed) {
            tokenFence = Lexer.unsigned(bytes, from, stop);
        }
        readValue(Lexer.skipBlanks(bytes, stop, to), to);
    }

    private void readLabel() throws ProtocolException {
        trim();
        require(from < to && to - from <= MAX_LABEL && !Lexer.hasControls(bytes, from, to), Fault.MALFORMED_ARGUMENT);
    }

    private void readSwitch() throws ProtocolException {
        trim();
        on = Lexer.isWord(ON, bytes, from, to);
        require(on || Lexer.isWord(OFF, bytes, from, to), Fault.MALFORMED_ARGUMENT);
    }

    private void readCancelledTag() throws ProtocolException {
        trim();
        require(to > from && to - from <= MAX_TAG_DIGITS && Lexer.isDigit(bytes[from]), Fault.BAD_TAG);
        numbers[slot(Field.TAG)] = Lexer.integer(bytes, from, to);
    }

    /** About one key or session is what needs one, and only then is the key line looked at. */
    private void readScope() throws ProtocolException {
        if (Lexer.isWord(SUMMARY, bytes, from, to)) {
            scope = Scope.SUMMARY;
        } else if (Lexer.isWord(KEY, bytes, from, to)) {
            scope = Scope.KEY;
            readKey();
        } else if (Lexer.isWord(SESSION, bytes, from, to)) {
            scope = Scope.SESSION;
            numbers[slot(Field.SCOPE)] = Lexer.integer(bytes, keyFrom, keyTo);
        }
    }

    private void readValue(int start, int stop) throws ProtocolException {
        require(start < stop, Fault.MALFORMED_ARGUMENT);
        valueFrom = start;
        valueTo = stop;
    }

    /** The seconds are not trimmed and must be there once there is a TAB. */
    private void readValueAndTtl() throws ProtocolException {
        int tab = Lexer.indexOfTab(bytes, from, to);
        readValue(from, tab < 0 ? to : tab);
        readTtl(tab < 0 ? to : tab + 1, tab < 0);
    }

    private void readOldNewAndTtl() throws ProtocolException {
        int first = Lexer.indexOfTab(bytes, from, to);
        int second = first < 0 ? -1 : Lexer.indexOfTab(bytes, first + 1, to);
        require(second > 0, Fault.MALFORMED_ARGUMENT);
        oldTo = first;
        readValue(first + 1, second);
        readTtl(second + 1, true);
    }

    private void readTtl(int start, boolean mayBeMissing) throws ProtocolException {
        long seconds = start == to && mayBeMissing ? 0 : Lexer.integer(bytes, start, to);
        require(seconds >= 0 && seconds <= MAX_SECONDS, Fault.MALFORMED_ARGUMENT);
        ttlSeconds = seconds;
    }

    private void trim() {
        from = Lexer.skipBlanks(bytes, from, to);
        to = Lexer.cutBlanks(bytes, from, to);
    }

    private static void require(boolean holds, Fault otherwise) throws ProtocolException {
        if (!holds) {
            throw otherwise.exception();
        }
    }

    /** What is to be done. */
    public Command command() {
        return command;
    }

    /** The number under which the client wants the answer, or {@link #NO_TAG}. */
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

    /** The number in this field, which must be one of those that its command has and be there. */
    public long number(Field field) {
        return numbers[slot(field)];
    }

    /** The lease asked for, or {@code otherwise}. */
    public long leaseOr(long otherwise) {
        return hasLease ? numbers[slot(Field.LEASE)] : otherwise;
    }

    /** Whether its token has the form of a token that the server gives. Any other names no grant. */
    public boolean isTokenWellFormed() {
        return isTokenWellFormed;
    }

    /** The fence in its token, or 0 if the token is not well-formed; of {@code evict} also one that was sent alone. */
    public long tokenFence() {
        return tokenFence;
    }

    /** The salt in its token, or 0 if the token is not well-formed. */
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

    /** Whether this is a {@code stats} that may have very much to tell. */
    public boolean asksAboutMany() {
        return scope != Scope.KEY;
    }

    /** Whether this is a {@code stats} about one session, whose number is that of {@link Field#SCOPE}. */
    public boolean asksAboutSession() {
        return scope == Scope.SESSION;
    }

    /** Whether this is a {@code stats} about its key alone, which is then checked like that of a keyed command. */
    public boolean asksAboutKey() {
        return scope == Scope.KEY;
    }

    /** Whether this is a {@code stats} that shall give a summary. */
    public boolean asksForSummary() {
        return scope == Scope.SUMMARY;
    }

    /** What its session wants to be called. */
    public String label() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** The key line of a command that is not keyed, surrounding blanks removed. */
    public String reference() {
        int start = Lexer.skipBlanks(bytes, keyFrom, keyTo);
        int stop = Lexer.cutBlanks(bytes, start, keyTo);
        return new String(bytes, start, stop - start, StandardCharsets.UTF_8);
    }
}
