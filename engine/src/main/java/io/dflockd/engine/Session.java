package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One client as the engine sees it. When it ends, its waiters and holders go.
 *
 * <p>One thread at a time runs a session's requests, its cancellations and its end; what is here belongs to that
 * thread. What the session has in a shard belongs to whoever is inside that shard. A runtime may extend this class to
 * find the way back from a session to its connection.
 */
public class Session {
    enum Presence {
        HERE,
        /** It ends in steps. */
        LEAVING,
        GONE
    }

    private static final int MAX_REFERENCE = 64;

    private final long id;
    private long touchedShards; // a bit for each
    private SessionClaims @Nullable [] claims;
    private @Nullable Map<Long, Parked> parked;
    private @Nullable Map<Subscription, Subscriber> subscriptions;
    private @Nullable Queue<Waiter> leaving; // of a session that ends
    long lastDelivery; // belongs to whoever is inside the subscriptions
    Presence presence = Presence.HERE; // it becomes LEAVING inside the subscriptions, and hears of nothing from then on
    boolean muted; // belongs to whoever is inside the subscriptions
    boolean showsFence;
    boolean tagged;

    @Nullable
    SignalUnderWay signalUnderWay; // the request that is to come again

    @Nullable
    String stableReference;

    public Session(long id) {
        this.id = id;
    }

    public final long id() {
        return id;
    }

    /** Whether the first line of its requests has a tag. */
    public final boolean isTagged() {
        return tagged;
    }

    /** Whether a parked request uses the tag. */
    public final boolean isParked(long tag) {
        return parked(tag) != null;
    }

    public final int parkedRequests() {
        return parked == null ? 0 : parked.size();
    }

    /** The parked request with this tag has its reply: the tag is free again. */
    public final void answered(long tag) {
        if (parked != null) {
            parked.remove(tag);
        }
    }

    /** The session has ended; what it still holds must not keep its requests in memory. */
    final void finishEnd() {
        presence = Presence.GONE;
        parked = null;
        leaving = null;
        signalUnderWay = null;
    }

    final boolean isHere() {
        return presence == Presence.HERE;
    }

    final void park(Parked request) {
        if (parked == null) {
            parked = new LinkedHashMap<>(4);
        }
        parked.put(request.tag(), request);
    }

    final @Nullable Parked parked(long tag) {
        return parked == null ? null : parked.get(tag);
    }

    /** The first of the requests that seem to be parked. One that has just been answered may be among them. */
    final List<Parked> stillParked(int most) {
        return parked == null
                ? List.of()
                : parked.values().stream().filter(Parked::isParked).limit(most).toList();
    }

    /** The claims with a parked request. */
    final List<Claim> parkedClaims() {
        return parkedOnes(Claim.class);
    }

    /** What else is parked, in the order of shards and of arrival there; taken out by the end of the session. */
    final Queue<Waiter> leaving() {
        if (leaving == null) {
            Map<Integer, List<Waiter>> byShard = new TreeMap<>();
            for (Waiter each : parkedOnes(Waiter.class)) {
                byShard.computeIfAbsent(each.shard().index, none -> new ArrayList<>())
                        .add(each);
            }
            leaving = new ArrayDeque<>(parkedRequests());
            for (List<Waiter> waiters : byShard.values()) {
                waiters.sort(Comparator.comparingLong(Waiter::sequence)); // in order already, unless from a snapshot
                leaving.addAll(waiters);
            }
        }
        return leaving;
    }

    private <P extends Parked> List<P> parkedOnes(Class<P> kind) {
        return parked == null
                ? List.of()
                : parked.values().stream()
                        .filter(kind::isInstance)
                        .map(kind::cast)
                        .toList();
    }

    /** {@code tag: on|off} */
    final void tag(boolean on) {
        if (!on && parkedRequests() > 0) {
            throw new Rejected(Status.ERROR, "requests are parked");
        }
        tagged = on;
    }

    /** {@code stable-ref}: recorded; it has an effect only in a cluster. */
    final void refer(String reference) {
        boolean valid = !reference.isEmpty()
                && reference.length() <= MAX_REFERENCE
                && reference.chars().allMatch(c -> c >= 0x20 && c <= 0x7E);
        if (!valid || stableReference != null) {
            throw new Rejected(Status.ERROR, "not a reference, or one is set already");
        }
        stableReference = reference;
    }

    /** A place among the subscribers, or null if the session has it already, which is always allowed. */
    final @Nullable Subscriber subscribe(Subscription wanted, Settings settings) {
        int count = subscriptions == null ? 0 : subscriptions.size();
        if (subscriptions != null && subscriptions.containsKey(wanted)) {
            return null;
        }
        int most = settings.limits().maxSubscriptions();
        if (most > 0 && count >= most) {
            throw new Rejected(Status.ERROR, "as many subscriptions as allowed");
        }
        return restore(wanted);
    }

    /** The place of a subscription that was allowed before. */
    final Subscriber restore(Subscription what) {
        if (subscriptions == null) {
            subscriptions = new LinkedHashMap<>(4);
        }
        Subscriber subscriber = new Subscriber(this, what);
        subscriptions.put(what, subscriber);
        return subscriber;
    }

    /** The place that the session gives up, or null if it had none. */
    final @Nullable Subscriber unsubscribe(Subscription unwanted) {
        return subscriptions == null ? null : subscriptions.remove(unwanted);
    }

    final boolean isSubscribed() {
        return subscriptions != null && !subscriptions.isEmpty();
    }

    final List<Subscriber> subscriptions() {
        return subscriptions == null ? List.of() : List.copyOf(subscriptions.values());
    }

    /** The oldest of its subscriptions. */
    final List<Subscriber> subscriptionsUpTo(int most) {
        return subscriptions == null
                ? List.of()
                : subscriptions.values().stream().limit(most).toList();
    }

    /** What this session has in the shard. Called from inside the shard. */
    final @Nullable SessionClaims claimsOrNull(int shard) {
        return claims == null ? null : claims[shard];
    }

    final SessionClaims claims(int shard) {
        if (claims == null) {
            claims = new SessionClaims[Key.SHARDS];
        }
        if (claims[shard] == null) {
            claims[shard] = new SessionClaims();
        }
        touchedShards |= 1L << shard;
        return claims[shard];
    }

    final long touchedShards() {
        return touchedShards;
    }

    /** The session has ended in this shard. */
    final void leave(int shard) {
        touchedShards &= ~(1L << shard);
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
