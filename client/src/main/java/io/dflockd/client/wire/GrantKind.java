package io.dflockd.client.wire;

import io.dflockd.protocol.Command;
import org.jspecify.annotations.Nullable;

/** What can be held under a key, with the commands that take it and give it back. */
public enum GrantKind {
    /** One holder at a time. */
    LOCK("lock", Command.LOCK, Command.LOCK_ENQUEUE, Command.LOCK_WAIT, Command.LOCK_RENEW, Command.LOCK_RELEASE),
    /** As many holders at a time as its limit says. */
    SEMAPHORE(
            "semaphore",
            Command.SEMAPHORE,
            Command.SEMAPHORE_ENQUEUE,
            Command.SEMAPHORE_WAIT,
            Command.SEMAPHORE_RENEW,
            Command.SEMAPHORE_RELEASE),
    /** The side of a read-write lock that many can hold at a time. */
    READ(
            "read lock",
            Command.READ_LOCK,
            Command.READ_ENQUEUE,
            Command.READ_WAIT,
            Command.READ_RENEW,
            Command.READ_RELEASE),
    /** The side of a read-write lock that excludes all others. */
    WRITE(
            "write lock",
            Command.WRITE_LOCK,
            Command.WRITE_ENQUEUE,
            Command.WRITE_WAIT,
            Command.WRITE_RENEW,
            Command.WRITE_RELEASE),
    /** Won by {@code elect} in one step; leadership is renewed like a lock. */
    ELECTION("election", Command.ELECT, null, null, Command.LOCK_RENEW, Command.RESIGN);

    private final String noun;
    private final Command acquire;
    private final @Nullable Command enqueue;
    private final @Nullable Command await;
    private final Command renew;
    private final Command release;

    GrantKind(
            String noun,
            Command acquire,
            @Nullable Command enqueue,
            @Nullable Command await,
            Command renew,
            Command release) {
        this.noun = noun;
        this.acquire = acquire;
        this.enqueue = enqueue;
        this.await = await;
        this.renew = renew;
        this.release = release;
    }

    /** The kind in words, for messages. */
    public String noun() {
        return noun;
    }

    /** Asks for it, and waits. */
    public Command acquire() {
        return acquire;
    }

    /** Takes a place in the queue, without waiting; an election has no such command. */
    public Command enqueue() {
        return requireTwoPhases(enqueue);
    }

    /** Waits for what was enqueued; an election has no such command. */
    public Command await() {
        return requireTwoPhases(await);
    }

    /** Lets the lease begin anew. */
    public Command renew() {
        return renew;
    }

    /** Gives it back. */
    public Command release() {
        return release;
    }

    private Command requireTwoPhases(@Nullable Command command) {
        if (command == null) {
            throw new IllegalStateException("an " + noun + " cannot be entered in two steps: acquire it instead");
        }
        return command;
    }
}
