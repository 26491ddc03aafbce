package io.dflockd.client.wire;

import io.dflockd.protocol.Command;
import org.jspecify.annotations.Nullable;

/** What can be held under a key, with the commands that take it and give it back. */
public enum LockKind {
    LOCK("lock", Command.LOCK, Command.LOCK_ENQUEUE, Command.LOCK_WAIT, Command.LOCK_RENEW, Command.LOCK_RELEASE),
    SEMAPHORE(
            "semaphore",
            Command.SEMAPHORE,
            Command.SEMAPHORE_ENQUEUE,
            Command.SEMAPHORE_WAIT,
            Command.SEMAPHORE_RENEW,
            Command.SEMAPHORE_RELEASE),
    READ(
            "read lock",
            Command.READ_LOCK,
            Command.READ_ENQUEUE,
            Command.READ_WAIT,
            Command.READ_RENEW,
            Command.READ_RELEASE),
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

    LockKind(
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

    public Command acquire() {
        return acquire;
    }

    public Command enqueue() {
        return requireTwoPhases(enqueue);
    }

    public Command await() {
        return requireTwoPhases(await);
    }

    public Command renew() {
        return renew;
    }

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
