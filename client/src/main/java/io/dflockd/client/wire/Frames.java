package io.dflockd.client.wire;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameWriter;
import io.dflockd.protocol.Request;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Every request the client sends, one method each. What the server would refuse for its form is an
 * {@link IllegalArgumentException} here; durations are rounded up to whole seconds.
 */
public final class Frames {
    private static final String NO_ARGUMENT = "";
    private static final String SETTING = "setting of value";
    private static final String SWAP = "conditional setting of value";
    private static final long MAX_TAG = 999_999_999_999_999_999L; // 18 digits

    private Frames() {}

    /** Takes the slot, or waits for it until the timeout. */
    public static Frame acquire(Slot slot, Duration timeout) {
        String limit = slot.kind() == GrantKind.SEMAPHORE ? " " + slot.limit() : "";
        return waiting(slot.kind().acquire(), slot.kind().noun(), slot.key(), "", timeout, limit + lease(slot));
    }

    /** Takes the slot, or a place in the queue; not for elections. */
    public static Frame enqueue(Slot slot) {
        String limit = slot.kind() == GrantKind.SEMAPHORE ? String.valueOf(slot.limit()) : "";
        return onSlot(slot.kind().enqueue(), slot, (limit + lease(slot)).stripLeading());
    }

    /** Waits for what was enqueued. */
    public static Frame await(Slot slot, Duration timeout) {
        return waiting(slot.kind().await(), slot.kind().noun(), slot.key(), "", timeout, "");
    }

    /** Asks for the whole lease again. */
    public static Frame renew(Slot slot, String token) {
        Rules.requireToken(slot.kind().noun(), slot.key(), token);
        return onSlot(slot.kind().renew(), slot, token + lease(slot));
    }

    /** Gives back what was granted with this token. */
    public static Frame release(Slot slot, String token) {
        Rules.requireToken(slot.kind().noun(), slot.key(), token);
        return onSlot(slot.kind().release(), slot, token);
    }

    private static Frame onSlot(Command command, Slot slot, String argument) {
        return new Frame(command, slot.kind().noun(), slot.key(), argument, 0);
    }

    private static String lease(Slot slot) {
        return slot.lease() == null ? "" : " " + slot.leaseSeconds();
    }

    /** Adds to a counter; a negative amount takes away. */
    public static Frame increment(String key, long amount) {
        return simple(Command.COUNTER_INCREMENT, "increment of counter", key, Long.toString(amount));
    }

    /** The smallest number has no positive counterpart, so it cannot be taken away. */
    public static Frame decrement(String key, long amount) {
        if (amount == Long.MIN_VALUE) {
            throw Rules.refused("decrement of counter", key, "the amount must not be " + amount);
        }
        return simple(Command.COUNTER_DECREMENT, "decrement of counter", key, Long.toString(amount));
    }

    /** Asks for the number of a counter, which is 0 if nobody has used it. */
    public static Frame counter(String key) {
        return simple(Command.COUNTER_GET, "counter", key, NO_ARGUMENT);
    }

    /** Gives a counter this number, whatever it was. */
    public static Frame setCounter(String key, long number) {
        return simple(Command.COUNTER_SET, "setting of counter", key, Long.toString(number));
    }

    /** Stores a value to stay. */
    public static Frame putValue(String key, String value) {
        Rules.requireValueWithoutTab(SETTING, key, value);
        return simple(Command.VALUE_SET, SETTING, key, value);
    }

    /** Stores a value that is gone after this time. */
    public static Frame putValue(String key, String value, Duration ttl) {
        Rules.requireValueWithoutTab(SETTING, key, value);
        return simple(Command.VALUE_SET, SETTING, key, value + "\t" + ttlSeconds(SETTING, key, ttl));
    }

    /** Asks for a value. */
    public static Frame value(String key) {
        return simple(Command.VALUE_GET, "value", key, NO_ARGUMENT);
    }

    /** Deletes a value, if there is one. */
    public static Frame deleteValue(String key) {
        return simple(Command.VALUE_DELETE, "deletion of value", key, NO_ARGUMENT);
    }

    /** Stores a value to stay if the old one is there, or, where that is null, if there is none. */
    public static Frame compareAndSet(String key, @Nullable String old, String value) {
        return swap(key, old, value, "");
    }

    /** Stores a value that is gone after this time if the old one is there, or, where that is null, if there is none. */
    public static Frame compareAndSet(String key, @Nullable String old, String value, Duration ttl) {
        return swap(key, old, value, ttlSeconds(SWAP, key, ttl));
    }

    private static Frame swap(String key, @Nullable String old, String value, String seconds) {
        if (old != null) {
            Rules.requireValueWithoutTab(SWAP, key, old);
        }
        Rules.requireValueWithoutTab(SWAP, key, value);
        String expected = old == null ? "" : old;
        return simple(Command.VALUE_COMPARE_AND_SET, SWAP, key, expected + "\t" + value + "\t" + seconds);
    }

    private static String ttlSeconds(String noun, String key, Duration ttl) {
        return Long.toString(Rules.positiveSeconds(noun, key, "time to live", Objects.requireNonNull(ttl, "ttl")));
    }

    /** Puts an item before all others of a list. */
    public static Frame pushFirst(String key, String item) {
        return push(Command.LIST_PUSH_LEFT, key, item);
    }

    /** Puts an item behind all others of a list. */
    public static Frame pushLast(String key, String item) {
        return push(Command.LIST_PUSH_RIGHT, key, item);
    }

    private static Frame push(Command command, String key, String item) {
        Rules.requireValue("push to list", key, Objects.requireNonNull(item, "item"));
        return simple(command, "push to list", key, item);
    }

    /** Takes the first item of a list if there is one now. */
    public static Frame popFirst(String key) {
        return simple(Command.LIST_POP_LEFT, "pop from list", key, NO_ARGUMENT);
    }

    /** Takes the last item of a list if there is one now. */
    public static Frame popLast(String key) {
        return simple(Command.LIST_POP_RIGHT, "pop from list", key, NO_ARGUMENT);
    }

    /** Asks how many items a list has. */
    public static Frame length(String key) {
        return simple(Command.LIST_LENGTH, "length of list", key, NO_ARGUMENT);
    }

    /** The items from one index to another, both included; negative ones count from the end. */
    public static Frame range(String key, long start, long stop) {
        return simple(Command.LIST_RANGE, "range of list", key, start + " " + stop);
    }

    /** Takes the first item, or waits for one until the timeout. */
    public static Frame takeFirst(String key, Duration timeout) {
        return waiting(Command.LIST_TAKE_LEFT, "take from list", key, "", timeout, "");
    }

    /** Takes the last item, or waits for one until the timeout. */
    public static Frame takeLast(String key, Duration timeout) {
        return waiting(Command.LIST_TAKE_RIGHT, "take from list", key, "", timeout, "");
    }

    /** Waits at a barrier until so many are there. */
    public static Frame meet(String key, int count, Duration timeout) {
        Rules.requireCount("barrier", key, "count", count, Request.MAX_LIMIT);
        return waiting(Command.BARRIER_WAIT, "barrier", key, count + " ", timeout, "");
    }

    /** Asks to be told who comes and goes as the leader, beginning with the present one. */
    public static Frame observe(String key) {
        return simple(Command.OBSERVE, "observation of election", key, NO_ARGUMENT);
    }

    /** Ends an {@link #observe}. */
    public static Frame unobserve(String key) {
        return simple(Command.UNOBSERVE, "end of observation of election", key, NO_ARGUMENT);
    }

    /** Subscribes to signals; each of them goes to one member of a group. */
    public static Frame listen(String pattern, @Nullable String group) {
        return listening(Command.LISTEN, "subscription to signals", pattern, group);
    }

    /** Ends a {@link #listen} of the same pattern and group. */
    public static Frame unlisten(String pattern, @Nullable String group) {
        return listening(Command.UNLISTEN, "end of subscription to signals", pattern, group);
    }

    private static Frame listening(Command command, String noun, String pattern, @Nullable String group) {
        Rules.requirePattern(pattern);
        if (group != null) {
            Rules.requireGroup(noun, pattern, group);
        }
        return simple(command, noun, pattern, group == null ? NO_ARGUMENT : group);
    }

    /** Sends a signal to whoever listens at this moment. */
    public static Frame signal(String channel, String payload) {
        Rules.requireChannel(channel);
        Rules.requireValue("signal", channel, Objects.requireNonNull(payload, "payload"));
        return simple(Command.SIGNAL, "signal", channel, payload);
    }

    /** Asks to be told of every change to the keys that the pattern means. */
    public static Frame watch(String pattern) {
        Rules.requirePattern(pattern);
        return simple(Command.WATCH, "watch of", pattern, NO_ARGUMENT);
    }

    /** Ends a {@link #watch} of the same pattern. */
    public static Frame unwatch(String pattern) {
        Rules.requirePattern(pattern);
        return simple(Command.UNWATCH, "end of watch of", pattern, NO_ARGUMENT);
    }

    /** The server ignores blanks around the secret, as it does around its own. */
    public static Frame auth(String secret) {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("the secret for the server is empty");
        }
        return simple(Command.AUTH, "authentication", FrameWriter.NO_KEY, secret);
    }

    /** Asks for nothing but an answer. */
    public static Frame ping() {
        return simple(Command.PING, "ping", FrameWriter.NO_KEY, NO_ARGUMENT);
    }

    /** Says what people are to see the session called. */
    public static Frame name(String text) {
        return simple(Command.NAME, "name", FrameWriter.NO_KEY, text);
    }

    /** From here on every grant and renewal shows its fence. */
    public static Frame fenceOn() {
        return simple(Command.FENCE, "request for fences", FrameWriter.NO_KEY, "on");
    }

    /** From here on requests and answers have tags. */
    public static Frame tagOn() {
        return simple(Command.TAGGING, "request for tags", FrameWriter.NO_KEY, "on");
    }

    /** Withdraws a request that waits. */
    public static Frame cancel(long tag) {
        if (tag < 0 || tag > MAX_TAG) {
            throw new IllegalArgumentException("a tag must be from 0 to " + MAX_TAG + ", not " + tag);
        }
        return simple(Command.CANCEL, "cancel of request " + tag, FrameWriter.NO_KEY, Long.toString(tag));
    }

    /** Asks who holds a key. */
    public static Frame holders(String key) {
        return simple(Command.STATS, "list of holders", key, "key");
    }

    private static Frame simple(Command command, String noun, String key, String argument) {
        return new Frame(command, noun, key, argument, 0);
    }

    /** The timeout stands between what comes before and after it in the argument line. */
    private static Frame waiting(
            Command command, String noun, String key, String before, Duration timeout, String after) {
        long seconds = Rules.seconds(noun, key, "timeout", timeout);
        return new Frame(command, noun, key, before + seconds + after, seconds);
    }
}
