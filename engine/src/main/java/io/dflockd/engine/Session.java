package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Status;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client as the engine sees it. When it ends, its waiters and holders go.
 *
 * <p>Who may touch a session. Its state changes only in turns of the engine, and every field has one owner:
 *
 * <ul>
 *   <li><b>The session's own thread</b>, which is whichever runs its requests, its cancellations and its end, one at a time:
 *       the modes, the subscriptions, a signal under way, which shards it has touched. A runtime in memory has the event
 *       loop of the connection for it; behind a log it is the thread that applies entries.
 *   <li><b>Whoever is inside a shard</b>: what the session has in that shard, its claims and its requests that are parked
 *       there. So a holder who releases may wake a session of another thread, and take the request out that it answers; the
 *       map of parked requests, which all shards share, is one that stands this (see {@link Crossings.Maps}).
 *   <li><b>Whoever is inside the subscriptions</b>: which broadcast it has had last.
 * </ul>
 *
 * <p>Three things are asked by everybody, and so are not here but in the {@link Crossings}: whether a session is on its way
 * out, whether it is known not to read, and what it wants to be called. A runtime may extend this class to find the way back from a session to its connection;
 * what it adds is its own affair, and no turn looks at it.
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
    private @Nullable Map<Long, Parked<?>> parked; // by tag; the turn that answers one takes it out
    private @Nullable Map<Subscription, Subscriber> subscriptions; // in their order
    private int subscriptionCount;
    private @Nullable ParkedQueue leaving; // of a session that ends, or asks for nothing more
    long lastBroadcast; // belongs to whoever is inside the subscriptions
    Presence presence = Presence.HERE;
    Origin origin = Origin.UNKNOWN; // said before anybody else knows of the session, as is the next
    long openedNanos;
    boolean showsFence;
    boolean tagged;
    boolean dismissed; // it is to finish what it holds, and gets nothing any more

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

    final void park(Parked<?> request) {
        if (parked == null) {
            parked = request.shard().crossings.maps().newMap();
        }
        parked.put(request.tag(), request);
    }

    /** The request has its answer: its tag is free again. From inside the shard of the request. */
    final void unpark(Parked<?> request) {
        if (parked != null) {
            parked.remove(request.tag());
        }
    }

    final @Nullable Parked<?> parked(long tag) {
        return parked == null ? null : parked.get(tag);
    }

    /**
     * Its parked requests, to be taken out one by one; of a session that ends only those that wait for something else
     * than a slot, as claims go by themselves. One that has just been answered may be among them.
     */
    final ParkedQueue leaving() {
        if (leaving == null || leaving.peek() == null) {
            leaving = new ParkedQueue(isHere() ? allParked() : parkedForData());
        }
        return leaving;
    }

    /** Its requests that are parked, as far as one can tell who is not inside their shards. */
    final Collection<Parked<?>> allParked() {
        return parked == null ? List.of() : parked.values();
    }

    private List<DataWaiter> parkedForData() {
        return allParked().stream()
                .filter(DataWaiter.class::isInstance)
                .map(DataWaiter.class::cast)
                .toList();
    }

    final void beginEnd() {
        presence = Presence.LEAVING;
        leaving = null;
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
    final @Nullable Subscriber subscribe(Subscription wanted, Settings settings, Crossings.Maps maps) {
        if (subscriptions != null && subscriptions.containsKey(wanted)) {
            return null;
        }
        int most = settings.limits().maxSubscriptions();
        if (most > 0 && subscriptionCount >= most) {
            throw new Rejected(Status.ERROR, "as many subscriptions as allowed");
        }
        return restore(wanted, maps);
    }

    /** The place of a subscription that was allowed before. */
    final Subscriber restore(Subscription what, Crossings.Maps maps) {
        if (subscriptions == null) {
            subscriptions = maps.newSortedMap();
        }
        Subscriber subscriber = new Subscriber(this, what);
        subscriptions.put(what, subscriber);
        subscriptionCount++;
        return subscriber;
    }

    /** The place that the session gives up, or null if it had none. */
    final @Nullable Subscriber unsubscribe(Subscription unwanted) {
        Subscriber place = subscriptions == null ? null : subscriptions.remove(unwanted);
        subscriptionCount -= place == null ? 0 : 1;
        return place;
    }

    final boolean isSubscribed() {
        return subscriptionCount > 0;
    }

    final List<Subscriber> subscriptions() {
        return subscriptions == null ? List.of() : List.copyOf(subscriptions.values());
    }

    /** The first of its subscriptions. */
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

    /** The session has given up all it had in this shard. */
    final void forgetShard(int shard) {
        touchedShards &= ~(1L << shard);
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
