package io.dflockd.engine;

/**
 * Some items of a list in a ring, which grows with them and shrinks with them. Once it is shared it must not change any
 * more; who wants to change it changes a copy.
 */
final class Block {
    /** How many items it has at most: few enough to be copied while others wait. */
    static final int MOST = 256;

    private static final int FEW = 8;

    private byte[][] ring = new byte[FEW][];
    private int first;
    private int size;
    private boolean shared;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == MOST;
    }

    boolean isShared() {
        return shared;
    }

    /** How many items there is memory for. */
    int capacity() {
        return ring.length;
    }

    /** Somebody reads it from now on, whatever becomes of the list. */
    Block share() {
        shared = true;
        return this;
    }

    Block copy() {
        Block copy = new Block();
        copy.ring = ring.clone();
        copy.first = first;
        copy.size = size;
        return copy;
    }

    byte[] get(int index) {
        return ring[place(index)];
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
