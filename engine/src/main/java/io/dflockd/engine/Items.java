package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The items of a list, in a ring: both ends are cheap, and so is any place in between. The ring grows with the items
 * and shrinks with them.
 */
final class Items {
    private static final int FEW = 8;

    private byte[][] ring = new byte[FEW][];
    private int first;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** How many items there is memory for. */
    int capacity() {
        return ring.length;
    }

    void addFirst(byte[] item) {
        growIfFull();
        first = place(-1);
        ring[first] = item;
        size++;
    }

    void addLast(byte[] item) {
        growIfFull();
        ring[place(size)] = item;
        size++;
    }

    byte[] removeFirst() {
        byte[] item = take(0);
        first = place(1);
        size--;
        shrinkIfSparse();
        return item;
    }

    byte[] removeLast() {
        byte[] item = take(size - 1);
        size--;
        shrinkIfSparse();
        return item;
    }

    /** The items from one index to another, both included. */
    List<byte[]> range(int from, int to) {
        List<byte[]> items = new ArrayList<>(to - from + 1);
        for (int i = from; i <= to; i++) {
            items.add(ring[place(i)]);
        }
        return items;
    }

    @SuppressWarnings("NullAway") // a place without an item is empty
    private byte[] take(int index) {
        int place = place(index);
        byte[] item = ring[place];
        ring[place] = null;
        return item;
    }

    /** The length of the ring is a power of two. */
    private int place(int index) {
        return (first + index) & (ring.length - 1);
    }

    private void growIfFull() {
        if (size == ring.length) {
            resize(size * 2);
        }
    }

    /** At a quarter, so that a length going up and down around one size does not copy every time. */
    private void shrinkIfSparse() {
        if (ring.length > FEW && size <= ring.length / 4) {
            resize(ring.length / 2);
        }
    }

    private void resize(int length) {
        byte[][] resized = new byte[length][];
        for (int i = 0; i < size; i++) {
            resized[i] = ring[place(i)];
        }
        ring = resized;
        first = 0;
    }
}
