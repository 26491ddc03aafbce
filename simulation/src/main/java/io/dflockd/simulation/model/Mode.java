package io.dflockd.simulation.model;

/** How a grant is held: as one slot of a limit, or as reader or writer. */
enum Mode {
    SLOT,
    READ,
    WRITE;

    boolean isReadWrite() {
        return this != SLOT;
    }
}
