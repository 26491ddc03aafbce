package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one session has in one shard: its claims, and its two-phase entries by key. */
final class SessionClaims {
    static final int NOWHERE = -1;
    static final int MOST_EVICTED_ENTRIES = 1_024;

    private Claim[] claims = new Claim[2];
    private int size;
    private @Nullable Map<Key, Claim> entries;
    private int evictedEntries;

    boolean isEmpty() {
        return size == 0 && (entries == null || entries.isEmpty());
    }

    void add(Claim claim) {
        if (size == claims.length) {
            claims = Arrays.copyOf(claims, size * 2);
        }
        claim.placeInSession = size;
        claims[size++] = claim;
    }

    /** The last claim takes the place of the removed one: the order of a session's claims has no meaning. */
    @SuppressWarnings("NullAway") // beyond its size the array is empty
    void remove(Claim claim) {
        Claim last = claims[--size];
        claims[claim.placeInSession] = last;
        last.placeInSession = claim.placeInSession;
        claims[size] = null;
        claim.placeInSession = NOWHERE;
    }

    int size() {
        return size;
    }

    /** The session has ended: nobody will collect its entries any more. */
    void forgetEntries() {
        entries = null;
        evictedEntries = 0;
    }

    void forEach(Consumer<Claim> look) {
        for (int i = 0; i < size; i++) {
            look.accept(claims[i]);
        }
    }

    List<Claim> all() {
        return upTo(size);
    }

    List<Claim> upTo(int most) {
        return List.of(Arrays.copyOf(claims, Math.min(most, size)));
    }

    boolean holdsAny() {
        for (int i = 0; i < size; i++) {
            if (claims[i].state == Claim.State.HELD) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Claim entry(Key key) {
        return entries == null ? null : entries.get(key);
    }

    Map<Key, Claim> entries() {
        return entries == null ? Map.of() : entries;
    }

    /** The claim becomes the entry of its key, in place of one whose lease ran out. */
    void enter(Claim claim) {
        if (entries == null) {
            entries = new LinkedHashMap<>(4);
        }
        claim.isEntry = true;
        Claim before = entries.put(claim.resource.key, claim);
        evictedEntries -= before != null && before.state == Claim.State.EVICTED ? 1 : 0;
        evictedEntries += claim.state == Claim.State.EVICTED ? 1 : 0;
    }

    void dropEntry(Claim claim) {
        if (claim.isEntry && entries != null) {
            claim.isEntry = false;
            entries.remove(claim.resource.key, claim);
            evictedEntries -= claim.state == Claim.State.EVICTED ? 1 : 0;
        }
    }

    /** The lease of an entry ran out. Only the latest of these are kept for a client that never collects them. */
    void remember(Claim evicted) {
        if (evicted.isEntry && ++evictedEntries > MOST_EVICTED_ENTRIES) {
            dropEntry(oldestEvicted(evicted));
        }
    }

    private Claim oldestEvicted(Claim latest) {
        for (Claim entry : entries().values()) {
            if (entry.state == Claim.State.EVICTED) {
                return entry;
            }
        }
        return latest;
    }
}
