package io.dflockd.engine;

/** The ways to ask for a slot without waiting for it, and which of them are asking for the same thing. */
enum Kind {
    LOCK("l", "0", 1, false, false),
    ELECTION("elect", "0", 1, false, true),
    SEMAPHORE_OF_ONE("sl", "0 1", 1, false, false),
    SEMAPHORE_OF_THREE("sl", "0 3", 3, false, false),
    READ("rl", "0", 0, true, true),
    WRITE("wl", "0", 0, false, true),
    LOCK_ENTRY("e", "", 1, false, false),
    SEMAPHORE_ENTRY("se", "3", 3, false, false),
    READ_ENTRY("re", "", 0, true, true),
    WRITE_ENTRY("we", "", 0, false, true);

    final String command;
    final String argument;
    final int limit; // 0 for read-write locks
    final boolean reads;
    final boolean showsFence;

    Kind(String command, String argument, int limit, boolean reads, boolean showsFence) {
        this.command = command;
        this.argument = argument;
        this.limit = limit;
        this.reads = reads;
        this.showsFence = showsFence;
    }

    String ask(TestClient client, String key) {
        return client.ask(command, key, argument);
    }

    boolean isTwoPhase() {
        return this == LOCK_ENTRY || this == SEMAPHORE_ENTRY || this == READ_ENTRY || this == WRITE_ENTRY;
    }

    /** The first word of the answer to a newcomer who finds a slot of this kind held by somebody else. */
    String answerTo(Kind newcomer) {
        if ((limit == 0) != (newcomer.limit == 0)) {
            return "error_type_mismatch";
        }
        if (limit != newcomer.limit) {
            return "error_limit_mismatch";
        }
        boolean fits = limit > 1 || (reads && newcomer.reads);
        if (fits) {
            return newcomer.isTwoPhase() ? "acquired" : "ok";
        }
        return newcomer.isTwoPhase() ? "queued" : "timeout";
    }
}
