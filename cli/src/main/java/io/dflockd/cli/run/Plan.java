package io.dflockd.cli.run;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A command, and what must be held while it runs.
 *
 * @param what is held, in words
 * @param wish asks for it
 * @param isPatient whether anybody waits for it: who does not, knows that it may be taken
 * @param conflictStatus how the program ends if it is not granted
 * @param grace how long the command may take to end when it is asked to
 */
public record Plan(
        String what,
        Function<Dflockd, CompletableFuture<Grant>> wish,
        boolean isPatient,
        int conflictStatus,
        OnLost onLost,
        Duration grace,
        List<String> command) {
    /** Keeps a copy of the command. */
    public Plan {
        command = List.copyOf(command);
    }
}
