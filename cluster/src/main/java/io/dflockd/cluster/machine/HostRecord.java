package io.dflockd.cluster.machine;

/**
 * One record of a sub-batch.
 *
 * @param handle whom it is about; zero for one that is about the whole node
 * @param tagged whether the first line of a request has a tag
 * @param text the three lines of a request, the address of whom a session is opened for, or nothing
 */
record HostRecord(RecordType type, long handle, boolean tagged, ByteInput text) {
    private static final ByteInput NOTHING = new ByteInput(new byte[0]);

    static HostRecord readFrom(ByteInput in) {
        RecordType type = RecordType.readFrom(in, RecordType.Origin.HOST);
        if (type == RecordType.DISMISS) {
            return new HostRecord(type, 0, false, NOTHING);
        }
        long handle = in.readLong();
        return switch (type) {
            case REQUEST -> new HostRecord(type, handle, in.readBoolean(), in.readPiece(in.readInt()));
            case OPEN -> new HostRecord(type, handle, false, in.readPiece(in.readByte()));
            default -> new HostRecord(type, handle, false, NOTHING);
        };
    }
}
