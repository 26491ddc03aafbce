package io.dflockd.cluster.machine;

/** The kinds of record in an entry. A number that was given once keeps its meaning for ever. */
enum RecordType {
    /** A frame of a client: handle, whether it has a tag, length, three lines. */
    REQUEST(1, Origin.HOST),
    /** A connection has asked for something for the first time: handle, address of its client. */
    OPEN(2, Origin.HOST),
    /** A connection is over. */
    CLOSE(3, Origin.HOST),
    /** A client will ask for nothing more: what it has parked is answered as if its time were up. */
    WITHDRAW(4, Origin.HOST),
    /** Reserved: a connection is over, and its session waits for another one. */
    DETACH(5, Origin.NOT_YET),
    /** Reserved: a session has another connection. */
    RESUME(6, Origin.NOT_YET),
    /** A client does not read what it is sent. */
    MUTE(7, Origin.HOST),
    /** It reads again. */
    UNMUTE(8, Origin.HOST),
    /** The host is about to stop: its sessions may finish, and get nothing any more. */
    DISMISS(9, Origin.HOST),
    /** A node begins a life: name, nonce, its epoch before, the highest version that it knows. */
    HELLO(32, Origin.CONTROL),
    /** A life of a node is over: name, epoch. */
    NODE_GONE(33, Origin.CONTROL),
    /** Other settings: the number of those that they replace, then they themselves. */
    SETTINGS(34, Origin.CONTROL),
    /** Reserved: from now on entries may be of a higher version. */
    UPGRADE(35, Origin.NOT_YET),
    /** The first of all: what the cluster is. */
    GENESIS(36, Origin.CONTROL);

    /** Which parts of an entry may have it. */
    enum Origin {
        HOST,
        CONTROL,
        NOT_YET
    }

    private static final RecordType[] BY_CODE = new RecordType[64];

    static {
        for (RecordType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;
    private final Origin origin;

    RecordType(int code, Origin origin) {
        this.code = code;
        this.origin = origin;
    }

    int code() {
        return code;
    }

    /** The kind of the record that comes next, in a part whose records are of this origin. */
    static RecordType readFrom(ByteInput in, Origin origin) {
        int code = in.readByte();
        RecordType type = code < BY_CODE.length ? BY_CODE[code] : null;
        if (type == null || type.origin == Origin.NOT_YET) {
            throw UnreadableEntryException.unknown("a record of type " + code);
        }
        if (type.origin != origin) {
            throw UnreadableEntryException.damaged("a record of type " + type + " where it cannot be");
        }
        return type;
    }
}
