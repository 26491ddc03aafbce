package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds its members by key. They are linked through themselves, so that being in it costs a member no memory beyond a
 * place in an array. The order of {@link #toList} means nothing.
 *
 * <p>It grows by linear hashing (Litwin, 1980): with each member that comes it gets one place more, which takes its share
 * of the chain of one other place. So no member that comes has to wait until all others have moved. A place is the low
 * bits of a hash; where the table has not grown that far yet, one bit less.
 */
final class Table<T extends Keyed<T>> {
    private static final int FEWEST_PLACES = 16;

    private final KeyHash hash;
    private @Nullable Keyed<T>[] places = newPlaces();
    private int inUse = FEWEST_PLACES; // of the places
    private int mask = FEWEST_PLACES - 1; // covers those in use
    private int size;

    Table(KeyHash hash) {
        this.hash = hash;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type can be had in no other way
    private static <T extends Keyed<T>> @Nullable Keyed<T>[] newPlaces() {
        return new Keyed[FEWEST_PLACES];
    }

    int size() {
        return size;
    }

    @Nullable
    T get(Key key) {
        T member = first(placeOf(key));
        while (member != null && !member.key.equals(key)) {
            member = member.nextInPlace;
        }
        return member;
    }

    /** Puts in a member whose key is not in yet, or takes the place of the one that has it. */
    void put(T member) {
        T before = get(member.key);
        if (before != null) {
            remove(before);
        }
        link(member);
        if (++size > inUse) {
            addPlace();
        }
    }

    void remove(T member) {
        int place = placeOf(member.key);
        T before = first(place);
        if (before == member) {
            places[place] = member.nextInPlace;
        } else {
            while (before != null && before.nextInPlace != member) {
                before = before.nextInPlace;
            }
            if (before == null) {
                throw new IllegalStateException(member.key + " is not in the table");
            }
            before.nextInPlace = member.nextInPlace;
        }
        member.nextInPlace = null;
        size--;
        while (size < inUse / 2 && inUse > FEWEST_PLACES) {
            dropPlace();
        }
    }

    private void addPlace() {
        if (inUse > mask) {
            mask = 2 * mask + 1;
            places = places.length > mask ? places : Arrays.copyOf(places, mask + 1);
        }
        inUse++;
        relink(inUse - 1 & mask / 2);
    }

    private void dropPlace() {
        inUse--;
        if (inUse <= mask / 2 + 1) {
            mask /= 2;
            places = places.length > 4 * mask ? Arrays.copyOf(places, 2 * (mask + 1)) : places;
        }
        relink(inUse);
    }

    /** Its chain finds its way again, now that the number of places is another. */
    private void relink(int place) {
        T member = first(place);
        places[place] = null;
        while (member != null) {
            T next = member.nextInPlace;
            link(member);
            member = next;
        }
    }

    private void link(T member) {
        int place = placeOf(member.key);
        member.nextInPlace = first(place);
        places[place] = member;
    }

    private int placeOf(Key key) {
        int place = (int) key.hashWith(hash) & mask;
        return place < inUse ? place : place & mask / 2;
    }

    @SuppressWarnings("unchecked") // only members get in
    private @Nullable T first(int place) {
        return (T) places[place];
    }

    /** The members, in a list of its own. */
    List<T> toList() {
        List<T> members = new ArrayList<>(size);
        for (int place = 0; place < inUse; place++) {
            for (T member = first(place); member != null; member = member.nextInPlace) {
                members.add(member);
            }
        }
        return members;
    }

    /** How many members a search looks at where it looks at most. */
    int longestChain() {
        int longest = 0;
        for (int place = 0; place < inUse; place++) {
            int length = 0;
            for (T member = first(place); member != null; member = member.nextInPlace) {
                length++;
            }
            longest = Math.max(longest, length);
        }
        return longest;
    }
}
