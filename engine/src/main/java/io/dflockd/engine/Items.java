package io.dflockd.engine;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The items of a list, in blocks of which all but the first and the last are full: both ends are cheap, any place in
 * between is found at once, and a list that grows copies no more than a block.
 *
 * <p>A range of items shares its blocks with the list, so that it costs next to nothing however long it is, and stays as
 * it was whatever becomes of the list.
 */
final class Items {
    private final List<Block> blocks = new ArrayList<>(1);
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** How many items there is memory for. */
    int capacity() {
        return blocks.stream().mapToInt(Block::capacity).sum();
    }

    void addFirst(byte[] item) {
        if (isEmpty() || blocks.get(0).isFull()) {
            blocks.add(0, new Block());
        }
        toChange(0).addFirst(item);
        size++;
    }

    void addLast(byte[] item) {
        if (isEmpty() || blocks.get(blocks.size() - 1).isFull()) {
            blocks.add(new Block());
        }
        toChange(blocks.size() - 1).addLast(item);
        size++;
    }

    byte[] removeFirst() {
        byte[] item = toChange(0).removeFirst();
        removeIfEmpty(0);
        size--;
        return item;
    }

    byte[] removeLast() {
        int last = blocks.size() - 1;
        byte[] item = toChange(last).removeLast();
        removeIfEmpty(last);
        size--;
        return item;
    }

    private Block toChange(int place) {
        Block block = blocks.get(place);
        if (block.isShared()) {
            block = block.copy();
            blocks.set(place, block);
        }
        return block;
    }

    private void removeIfEmpty(int place) {
        if (blocks.get(place).isEmpty()) {
            blocks.remove(place);
        }
    }

    /** The items from one index to another, both included, as they are now. */
    List<byte[]> range(int from, int to) {
        if (from > to) {
            return List.of();
        }
        int inFirst = blocks.get(0).size();
        int firstBlock = blockOf(from, inFirst);
        List<Block> shared = blocks.subList(firstBlock, blockOf(to, inFirst) + 1).stream()
                .map(Block::share)
                .toList();
        int skipped = firstBlock == 0 ? from : (from - inFirst) % Block.MOST;
        return new Range(shared, skipped, to - from + 1);
    }

    private static int blockOf(int index, int inFirst) {
        return index < inFirst ? 0 : 1 + (index - inFirst) / Block.MOST;
    }

    /** Some of the items of blocks that nobody changes any more. */
    private static final class Range extends AbstractList<byte[]> implements RandomAccess {
        private final List<Block> blocks;
        private final int skipped;
        private final int size;

        Range(List<Block> blocks, int skipped, int size) {
            this.blocks = blocks;
            this.skipped = skipped;
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public byte[] get(int index) {
            int at = skipped + index;
            int inFirst = blocks.get(0).size();
            int block = blockOf(at, inFirst);
            return blocks.get(block).get(block == 0 ? at : (at - inFirst) % Block.MOST);
        }
    }
}
