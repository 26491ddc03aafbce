package io.dflockd.cluster.machine;

/**
 * A sub-batch that is being collected: records are written behind each other, without an object for any of them, and it
 * gets its place in the order of its node when it is sealed.
 */
final class SubBatch {
    /** More than any record has besides its text. */
    static final int OVERHEAD = 32;

    private final ByteOutput out = new ByteOutput();
    private final int epochAt;
    private final int empty;

    SubBatch(String node) {
        out.putByte(Part.SUB_BATCH).putShortText(node);
        this.epochAt = out.length();
        out.putLong(0).putLong(0);
        this.empty = out.length();
    }

    boolean isEmpty() {
        return out.length() == empty;
    }

    int length() {
        return out.length();
    }

    /** One whole frame as its client sent it. */
    void request(long handle, boolean tagged, byte[] bytes, int from, int to) {
        out.putByte(RecordType.REQUEST.code()).putLong(handle).putByte(tagged ? 1 : 0);
        out.putInt(to - from).put(bytes, from, to);
    }

    void open(long handle, String address) {
        out.putByte(RecordType.OPEN.code()).putLong(handle).putShortText(address);
    }

    /** A record that has nothing but the handle it is about. */
    void about(RecordType type, long handle) {
        out.putByte(type.code()).putLong(handle);
    }

    void dismiss() {
        out.putByte(RecordType.DISMISS.code());
    }

    /** The part as it is sent. */
    byte[] seal(long epoch, long sequence) {
        out.setLong(epochAt, epoch);
        out.setLong(epochAt + Long.BYTES, sequence);
        return out.toBytes();
    }

    /** The records alone, for whoever goes through them before they are sent. */
    ByteInput records() {
        ByteInput in = new ByteInput(out.toBytes());
        var unused = in.readPiece(empty);
        return in;
    }
}
