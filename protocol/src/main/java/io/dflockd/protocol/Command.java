package io.dflockd.protocol;

import static io.dflockd.protocol.Command.Kind.*;
import static io.dflockd.protocol.Field.*;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every command of the wire, one row each: its word, what kind of thing it does, its argument line. */
public enum Command {
    LOCK("l", ACQUIRE, TIMEOUT, LEASE),
    LOCK_RELEASE("r", RELEASE, TOKEN),
    LOCK_RENEW("n", RENEW, TOKEN, LEASE),
    LOCK_ENQUEUE("e", ENQUEUE, LEASE),
    LOCK_WAIT("w", WAIT, TIMEOUT),

    SEMAPHORE("sl", ACQUIRE, TIMEOUT, LIMIT, LEASE),
    SEMAPHORE_RELEASE("sr", RELEASE, TOKEN),
    SEMAPHORE_RENEW("sn", RENEW, TOKEN, LEASE),
    SEMAPHORE_ENQUEUE("se", ENQUEUE, LIMIT, LEASE),
    SEMAPHORE_WAIT("sw", WAIT, TIMEOUT),

    READ_LOCK("rl", ACQUIRE, TIMEOUT, LEASE),
    READ_RELEASE("rr", RELEASE, TOKEN),
    READ_RENEW("rn", RENEW, TOKEN, LEASE),
    READ_ENQUEUE("re", ENQUEUE, LEASE),
    READ_WAIT("rw", WAIT, TIMEOUT),
    WRITE_LOCK("wl", ACQUIRE, TIMEOUT, LEASE),
    WRITE_RELEASE("wr", RELEASE, TOKEN),
    WRITE_RENEW("wn", RENEW, TOKEN, LEASE),
    WRITE_ENQUEUE("we", ENQUEUE, LEASE),
    WRITE_WAIT("ww", WAIT, TIMEOUT),

    COUNTER_INCREMENT("incr", WRITE, AMOUNT),
    COUNTER_DECREMENT("decr", WRITE, AMOUNT),
    COUNTER_GET("get", READ),
    COUNTER_SET("cset", WRITE, AMOUNT),

    VALUE_SET("kset", WRITE, VALUE_AND_TTL),
    VALUE_GET("kget", READ),
    VALUE_DELETE("kdel", WRITE),
    VALUE_COMPARE_AND_SET("kcas", WRITE, OLD_NEW_AND_TTL),

    LIST_PUSH_LEFT("lpush", WRITE, VALUE),
    LIST_PUSH_RIGHT("rpush", WRITE, VALUE),
    LIST_POP_LEFT("lpop", WRITE),
    LIST_POP_RIGHT("rpop", WRITE),
    LIST_LENGTH("llen", READ),
    LIST_RANGE("lrange", READ, START, STOP),
    LIST_TAKE_LEFT("blpop", TAKE, TIMEOUT),
    LIST_TAKE_RIGHT("brpop", TAKE, TIMEOUT),

    BARRIER_WAIT("bwait", MEET, COUNT, TIMEOUT),

    ELECT("elect", ACQUIRE, TIMEOUT, LEASE),
    RESIGN("resign", RELEASE, TOKEN),
    OBSERVE("observe", SUBSCRIBE),
    UNOBSERVE("unobserve", SUBSCRIBE),

    LISTEN("listen", SUBSCRIBE, GROUP),
    UNLISTEN("unlisten", SUBSCRIBE, GROUP),
    SIGNAL("signal", WRITE, VALUE),

    WATCH("watch", SUBSCRIBE),
    UNWATCH("unwatch", SUBSCRIBE),

    AUTH("auth", CONNECTION, SECRET),
    PING("ping", CONNECTION),
    STATS("stats", CONNECTION, SCOPE),
    FENCE("fence", CONNECTION, SWITCH),
    TAGGING("tag", CONNECTION, SWITCH),
    CANCEL("cancel", CONNECTION, TAG),
    STABLE_REF("stable-ref", CONNECTION),
    READ_BARRIER("barrier", CONNECTION);

    /** What the commands of one kind have in common. */
    public enum Kind {
        /** Take a slot or wait for it. */
        ACQUIRE,
        /** Take a slot or join the queue, without waiting. */
        ENQUEUE,
        /** Wait for what was enqueued. */
        WAIT,
        RELEASE,
        RENEW,
        READ,
        WRITE,
        /** Take an item of a list or wait for it. */
        TAKE,
        /** Wait for the others at a barrier. */
        MEET,
        SUBSCRIBE,
        /** Concerns the connection and no key: the key line is not looked at. */
        CONNECTION
    }

    private static final int TABLE_SIZE = 256;
    private static final Command[] BY_HASH = new Command[TABLE_SIZE];

    private final String word;
    private final byte[] bytes;
    private final Kind kind;
    private final List<Field> fields;

    Command(String word, Kind kind, Field... fields) {
        this.word = word;
        this.bytes = word.getBytes(StandardCharsets.US_ASCII);
        this.kind = kind;
        this.fields = List.of(fields);
    }

    static {
        for (Command command : values()) {
            int at = hash(command.bytes, 0, command.bytes.length);
            while (BY_HASH[at] != null) {
                at = (at + 1) % TABLE_SIZE;
            }
            BY_HASH[at] = command;
        }
    }

    /** The command with these bytes, or null. */
    static @Nullable Command find(byte[] line, int from, int to) {
        for (int at = hash(line, from, to); BY_HASH[at] != null; at = (at + 1) % TABLE_SIZE) {
            byte[] bytes = BY_HASH[at].bytes;
            if (Arrays.equals(line, from, to, bytes, 0, bytes.length)) {
                return BY_HASH[at];
            }
        }
        return null;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = to - from;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        return (hash ^ (hash >>> 8)) & (TABLE_SIZE - 1);
    }

    public String word() {
        return word;
    }

    public Kind kind() {
        return kind;
    }

    public List<Field> fields() {
        return fields;
    }

    public boolean isKeyed() {
        return kind != CONNECTION;
    }

    /** Whether its argument line is data that somebody stores or sends: it may be longer than other lines. */
    public boolean carriesValue() {
        return fields.stream().anyMatch(Field::isValue);
    }

    /** Whether the request may be parked until something happens. */
    public boolean mayPark() {
        return switch (kind) {
            case ACQUIRE, WAIT, TAKE, MEET -> true;
            case ENQUEUE, RELEASE, RENEW, READ, WRITE, SUBSCRIBE, CONNECTION -> false;
        };
    }

    /** Whether its reply carries the fence also for a connection that did not ask for it. */
    public boolean alwaysShowsFence() {
        return switch (this) {
            case READ_LOCK, READ_RENEW, READ_ENQUEUE, READ_WAIT -> true;
            case WRITE_LOCK, WRITE_RENEW, WRITE_ENQUEUE, WRITE_WAIT -> true;
            case ELECT -> true;
            default -> false;
        };
    }

    /** Whether a holder may still use it while the server shuts down; a wait only for what is already granted. */
    public boolean worksWhileDraining() {
        return switch (kind) {
            case RELEASE, RENEW, WAIT -> true;
            case CONNECTION -> this == PING || this == STATS;
            case ACQUIRE, ENQUEUE, READ, WRITE, TAKE, MEET, SUBSCRIBE -> false;
        };
    }

    /** Whether more may be in memory after it than before: data or a subscription, not a lock or somebody who waits. */
    public boolean storesData() {
        return switch (this) {
            case COUNTER_INCREMENT, COUNTER_DECREMENT, COUNTER_SET -> true;
            case VALUE_SET, VALUE_COMPARE_AND_SET -> true;
            case LIST_PUSH_LEFT, LIST_PUSH_RIGHT -> true;
            case OBSERVE, LISTEN, WATCH -> true;
            case LOCK, LOCK_RELEASE, LOCK_RENEW, LOCK_ENQUEUE, LOCK_WAIT -> false;
            case SEMAPHORE, SEMAPHORE_RELEASE, SEMAPHORE_RENEW, SEMAPHORE_ENQUEUE, SEMAPHORE_WAIT -> false;
            case READ_LOCK, READ_RELEASE, READ_RENEW, READ_ENQUEUE, READ_WAIT -> false;
            case WRITE_LOCK, WRITE_RELEASE, WRITE_RENEW, WRITE_ENQUEUE, WRITE_WAIT -> false;
            case COUNTER_GET, VALUE_GET, VALUE_DELETE -> false;
            case LIST_POP_LEFT, LIST_POP_RIGHT, LIST_LENGTH, LIST_RANGE, LIST_TAKE_LEFT, LIST_TAKE_RIGHT -> false;
            case BARRIER_WAIT, ELECT, RESIGN, UNOBSERVE, UNLISTEN, UNWATCH, SIGNAL -> false;
            case AUTH, PING, STATS, FENCE, TAGGING, CANCEL, STABLE_REF, READ_BARRIER -> false;
        };
    }

    /** The command as a reader types it, for messages: {@code sl: <timeout> <limit> [<lease>]}. */
    public String usage() {
        Stream<String> shapes = fields.stream()
                .map(field ->
                        field == LEASE ? "[<lease>]" : "<" + field.name().toLowerCase(java.util.Locale.ROOT) + ">");
        return word + ": " + shapes.collect(Collectors.joining(" "));
    }
}
