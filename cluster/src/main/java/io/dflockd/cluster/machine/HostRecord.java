package io.dflockd.cluster.machine;

/**
 * One record of a sub-batch.
 *
 * @param handle whom it is about; zero for one that is about the whole node
 * @param tagged whether the first line of a request has a tag
 * @param lines the three lines of a request, or nothing
 */
record HostRecord(RecordType type, long handle, boolean tagged, ByteInput lines) {
    private static final ByteInput NOTHING = new ByteInput(new byte[0]);

    static HostRecord readFrom(ByteInput in) {
        RecordType type = RecordType.readFrom(in, RecordType.Origin.HOST);
        if (type == RecordType.DISMISS) {
            return new HostRecord(type, 0, false, NOTHING);
        }
        long handle = in.readLong();
        if (type != RecordType.REQUEST) {
            return new HostRecord(type, handle, false, NOTHING);
        }
        return new HostRecord(type, handle, in.readBoolean(), in.readPiece(in.readInt()));
    }
}
