package io.dflockd.engine;

/** How {@code stats} tells resources apart. A semaphore of limit one is a lock. */
enum ResourceKind {
    LOCK("lock"),
    SEMAPHORE("semaphore"),
    READ_WRITE("rw_lock");

    private final String word;

    ResourceKind(String word) {
        this.word = word;
    }

    /** Its name where an object says of which kind a key is. */
    String word() {
        return word;
    }

    static ResourceKind of(FifoResource resource) {
        if (resource instanceof Semaphore semaphore) {
            return semaphore.limit == 1 ? LOCK : SEMAPHORE;
        }
        return READ_WRITE;
    }
}
