package io.dflockd.engine;

/** How {@code stats} tells resources apart. A semaphore of limit one is a lock. */
enum ResourceKind {
    LOCK,
    SEMAPHORE,
    READ_WRITE;

    static ResourceKind of(FifoResource resource) {
        if (resource instanceof Semaphore semaphore) {
            return semaphore.limit == 1 ? LOCK : SEMAPHORE;
        }
        return READ_WRITE;
    }
}
