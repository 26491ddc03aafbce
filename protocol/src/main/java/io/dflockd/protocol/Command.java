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
    /** Takes a lock, or waits for it. */
    LOCK("l", ACQUIRE, TIMEOUT, LEASE),
    /** Gives a lock back. */
    LOCK_RELEASE("r", RELEASE, TOKEN),
    /** Makes the lease of a lock start anew. */
    LOCK_RENEW("n", RENEW, TOKEN, LEASE),
    /** Takes a lock or joins its queue, and is answered at once. */
    LOCK_ENQUEUE("e", ENQUEUE, LEASE),
    /** Waits for a lock whose queue was joined before. */
    LOCK_WAIT("w", WAIT, TIMEOUT),

    /** Takes one of the slots of a semaphore, or waits for one. */
    SEMAPHORE("sl", ACQUIRE, TIMEOUT, LIMIT, LEASE),
    /** Gives a slot of a semaphore back. */
    SEMAPHORE_RELEASE("sr", RELEASE, TOKEN),
    /** Makes the lease of a slot of a semaphore start anew. */
    SEMAPHORE_RENEW("sn", RENEW, TOKEN, LEASE),
    /** Takes a slot of a semaphore or joins its queue, and is answered at once. */
    SEMAPHORE_ENQUEUE("se", ENQUEUE, LIMIT, LEASE),
    /** Waits for a slot of a semaphore whose queue was joined before. */
    SEMAPHORE_WAIT("sw", WAIT, TIMEOUT),

    /** Enters a read-write lock beside other readers, or waits for it. */
    READ_LOCK("rl", ACQUIRE, TIMEOUT, LEASE),
    /** Gives a read lock back. */
    READ_RELEASE("rr", RELEASE, TOKEN),
    /** Makes the lease of a read lock start anew. */
    READ_RENEW("rn", RENEW, TOKEN, LEASE),
    /** Enters a read-write lock as a reader or joins its queue, and is answered at once. */
    READ_ENQUEUE("re", ENQUEUE, LEASE),
    /** Waits for a read lock whose queue was joined before. */
    READ_WAIT("rw", WAIT, TIMEOUT),
    /** Enters a read-write lock alone, or waits for it. */
    WRITE_LOCK("wl", ACQUIRE, TIMEOUT, LEASE),
    /** Gives a write lock back. */
    WRITE_RELEASE("wr", RELEASE, TOKEN),
    /** Makes the lease of a write lock start anew. */
    WRITE_RENEW("wn", RENEW, TOKEN, LEASE),
    /** Enters a read-write lock as its writer or joins its queue, and is answered at once. */
    WRITE_ENQUEUE("we", ENQUEUE, LEASE),
    /** Waits for a write lock whose queue was joined before. */
    WRITE_WAIT("ww", WAIT, TIMEOUT),

    /** Adds to a counter. */
    COUNTER_INCREMENT("incr", WRITE, AMOUNT),
    /** Subtracts from a counter. */
    COUNTER_DECREMENT("decr", WRITE, AMOUNT),
    /** Reads a counter; one that does not exist is 0. */
    COUNTER_GET("get", READ),
    /** Sets a counter. */
    COUNTER_SET("cset", WRITE, AMOUNT),

    /** Stores a value, for ever or for some seconds. */
    VALUE_SET("kset", WRITE, VALUE_AND_TTL),
    /** Reads a value. */
    VALUE_GET("kget", READ),
    /** Removes a value. */
    VALUE_DELETE("kdel", WRITE),
    /** Stores a value if the present one, or its absence, is as expected. */
    VALUE_COMPARE_AND_SET("kcas", WRITE, OLD_NEW_AND_TTL),

    /** Puts an item at the left end of a list. */
    LIST_PUSH_LEFT("lpush", WRITE, VALUE),
    /** Puts an item at the right end of a list. */
    LIST_PUSH_RIGHT("rpush", WRITE, VALUE),
    /** Removes the leftmost item of a list, if there is any. */
    LIST_POP_LEFT("lpop", WRITE),
    /** Removes the rightmost item of a list, if there is any. */
    LIST_POP_RIGHT("rpop", WRITE),
    /** Counts the items of a list. */
    LIST_LENGTH("llen", READ),
    /** Reads a stretch of a list. */
    LIST_RANGE("lrange", READ, START, STOP),
    /** Removes the leftmost item of a list, or waits for one. */
    LIST_TAKE_LEFT("blpop", TAKE, TIMEOUT),
    /** Removes the rightmost item of a list, or waits for one. */
    LIST_TAKE_RIGHT("brpop", TAKE, TIMEOUT),

    /** Waits at a barrier until as many have come as it is for. */
    BARRIER_WAIT("bwait", MEET, COUNT, TIMEOUT),

    /** Becomes the leader of an election, or waits to become it. */
    ELECT("elect", ACQUIRE, TIMEOUT, LEASE),
    /** Gives the leadership of an election back. */
    RESIGN("resign", RELEASE, TOKEN),
    /** Subscribes to the leaders of an election. */
    OBSERVE("observe", SUBSCRIBE),
    /** Ends a subscription to the leaders of an election. */
    UNOBSERVE("unobserve", SUBSCRIBE),

    /** Subscribes to the signals of a channel or pattern, perhaps as a member of a group that shares them. */
    LISTEN("listen", SUBSCRIBE, GROUP),
    /** Ends a subscription to signals. */
    UNLISTEN("unlisten", SUBSCRIBE, GROUP),
    /** Sends a text to everybody who listens to a channel. */
    SIGNAL("signal", WRITE, VALUE),

    /** Subscribes to the changes of a key or pattern. */
    WATCH("watch", SUBSCRIBE),
    /** Ends a subscription to changes. */
    UNWATCH("unwatch", SUBSCRIBE),

    /** Takes a slot away from its holder, for whoever may administer the server. */
    EVICT("evict", FORCE, HOLDER, REASON),

    /** Shows the secret without which the server does nothing else. */
    AUTH("auth", CONNECTION, SECRET),
    /** Does nothing, so that the connection does not look idle. */
    PING("ping", CONNECTION),
    /** Asks what is on the server: all of it, a summary, or one key. */
    STATS("stats", CONNECTION, SCOPE),
    /** Turns the fence in replies on or off. */
    FENCE("fence", CONNECTION, SWITCH),
    /** Turns tags on or off, with which many requests can be under way at once. */
    TAGGING("tag", CONNECTION, SWITCH),
    /** Withdraws a parked request. */
    CANCEL("cancel", CONNECTION, TAG),
    /** Gives the connection a name that outlives it. */
    STABLE_REF("stable-ref", CONNECTION),
    /** Says what the session wants to be called by people who look. */
    NAME("name", CONNECTION, LABEL),
    /** Is answered once everything before it is visible; a single node has nothing to wait for. */
    READ_BARRIER("barrier", CONNECTION),
    /** Asks how the cluster is, or changes it. */
    CLUSTER("cluster", CONNECTION, ORDER);

    /** What the commands of one kind have in common. */
    public enum Kind {
        /** Take a slot or wait for it. */
        ACQUIRE,
        /** Take a slot or join the queue, without waiting. */
        ENQUEUE,
        /** Wait for what was enqueued. */
        WAIT,
        /** Give a slot back. */
        RELEASE,
        /** Make a lease start anew. */
        RENEW,
        /** Take a slot away from somebody else. */
        FORCE,
        /** Read data, which does not change. */
        READ,
        /** Change data, or send a signal. */
        WRITE,
        /** Take an item of a list or wait for it. */
        TAKE,
        /** Wait for the others at a barrier. */
        MEET,
        /** Begin or end to hear of something unasked. */
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

    /** What the first line of its requests says, for example {@code sl}. */
    public String word() {
        return word;
    }

    /** What sort of thing it does. */
    public Kind kind() {
        return kind;
    }

    /** What its argument line consists of, in order; nothing if that line is not looked at. */
    public List<Field> fields() {
        return fields;
    }

    /** Whether its key line is a key, and not something that is ignored. */
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
            case ENQUEUE, RELEASE, RENEW, FORCE, READ, WRITE, SUBSCRIBE, CONNECTION -> false;
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
            case RELEASE, RENEW, FORCE, WAIT -> true;
            case CONNECTION -> this == PING || this == STATS || this == CLUSTER;
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
            case BARRIER_WAIT, ELECT, RESIGN, UNOBSERVE, UNLISTEN, UNWATCH, SIGNAL, EVICT -> false;
            case AUTH, PING, STATS, FENCE, TAGGING, CANCEL, STABLE_REF, NAME, READ_BARRIER, CLUSTER -> false;
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
