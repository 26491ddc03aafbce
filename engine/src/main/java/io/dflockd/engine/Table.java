package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds its members by key. They are linked through themselves, so that being in it costs a member no memory beyond a
 * place in an array. The order of {@link #toList} means nothing.
 */
final class Table<T extends Keyed<T>> {
    private static final int FEWEST_PLACES = 16;

    private @Nullable Keyed<T>[] places = newPlaces(FEWEST_PLACES);
    private int size;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type can be had in no other way
    private static <T extends Keyed<T>> @Nullable Keyed<T>[] newPlaces(int count) {
        return new Keyed[count];
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

    /** Puts the member in, in place of another one with its key, which is returned. */
    @Nullable
    T put(T member) {
        T before = get(member.key);
        if (before == member) {
            return before;
        }
        if (before != null) {
            remove(before);
        }
        link(member);
        if (++size > places.length) {
            resize(places.length * 2);
        }
        return before;
    }

    /** Takes out the member with this key, if there is one. */
    void remove(Key key) {
        T member = get(key);
        if (member != null) {
            remove(member);
        }
    }

    private void remove(T member) {
        int place = placeOf(member.key);
        T before = first(place);
        if (before == member) {
            places[place] = member.nextInPlace;
        } else {
            while (before != null && before.nextInPlace != member) {
                before = before.nextInPlace;
            }
            if (before != null) {
                before.nextInPlace = member.nextInPlace;
            }
        }
        member.nextInPlace = null;
        if (--size < places.length / 8 && places.length > FEWEST_PLACES) {
            resize(places.length / 2);
        }
    }

    private void resize(int count) {
        List<T> members = toList();
        places = newPlaces(count);
        members.forEach(this::link);
    }

    private void link(T member) {
        int place = placeOf(member.key);
        member.nextInPlace = first(place);
        places[place] = member;
    }

    private int placeOf(Key key) {
        return key.hashCode() & (places.length - 1);
    }

    @SuppressWarnings("unchecked") // only members get in
    private @Nullable T first(int place) {
        return (T) places[place];
    }

    /** The members, in a list of its own. */
    List<T> toList() {
        List<T> members = new ArrayList<>(size);
        for (int place = 0; place < places.length; place++) {
            for (T member = first(place); member != null; member = member.nextInPlace) {
                members.add(member);
            }
        }
        return members;
    }
}
