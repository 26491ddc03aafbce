package io.dflockd.cli.run;

import io.dflockd.cli.console.ExitStatus;
import io.dflockd.cli.console.OsSignal;
import io.dflockd.cli.console.Terminal;
import io.dflockd.cli.console.Words;
import io.dflockd.cli.wire.Target;
import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.client.LossReason;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.LockTimeoutException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command while something is held: waits for it, starts the command, and ends with its status.
 *
 * <p>Whatever happens, it is given back before this ends: by a release, or with the connection of the client.
 */
public final class GuardedRun {
    private static final Pattern NO_PERMISSION =
            Pattern.compile("error(=|: )13\\b"); // EACCES, as old and new JVMs say it

    private final Plan plan;
    private final PrintStream err;

    public GuardedRun(Plan plan, PrintStream err) {
        this.plan = plan;
        this.err = err;
    }

    /**
     * Waits and runs; returns the exit status.
     *
     * @param server who is asked what the others do, while a terminal shows it
     */
    public int perform(Dflockd client, String key, Target server) {
        Signals signals = Signals.caught();
        CompletableFuture<Grant> asked = plan.wish().apply(client);
        signals.passTo(any -> asked.cancel(false));
        try (WaitingLine line = Terminal.isStandardError() ? WaitingLine.begin(key, server, err) : null) {
            asked.join();
        } catch (CancellationException | CompletionException notGranted) {
            return statusWithout(signals.first(), notGranted);
        }
        try (Grant grant = asked.join()) {
            OsSignal early = signals.first();
            return early == null ? runUnder(grant, signals) : early.status();
        }
    }

    private int statusWithout(@Nullable OsSignal signal, RuntimeException notGranted) {
        if (signal != null) {
            return signal.status();
        }
        Throwable reason = notGranted.getCause();
        if (reason instanceof LockTimeoutException late) {
            if (plan.isPatient()) {
                say(String.valueOf(late.getMessage()));
            }
            return plan.conflictStatus();
        }
        throw reason instanceof DflockdException refused ? refused : notGranted;
    }

    private int runUnder(Grant grant, Signals signals) {
        Child child;
        try {
            child = Child.start(plan.command(), variables(grant));
        } catch (GrantLostException early) {
            say(String.valueOf(early.getMessage()));
            return ExitStatus.LOST;
        } catch (IOException cannot) {
            return cannotRun(String.valueOf(cannot.getMessage()));
        }
        signals.passTo(child::pass);
        CompletableFuture<LossReason> lost = grant.lost().toCompletableFuture();
        CompletableFuture.anyOf(child.ended(), lost).join();
        if (lost.isDone()) {
            return lost(child, lost.join());
        }
        return child.status();
    }

    private int lost(Child child, LossReason reason) {
        String loss = plan.what() + " is lost, " + reason;
        if (plan.onLost() == OnLost.WARN) {
            say(loss + "; the command goes on");
            child.ended().join();
            return child.status();
        }
        say(loss + "; ending the command");
        if (child.end(plan.grace())) {
            say("the command did not end within " + Words.time(plan.grace().toMillis() / 1e3) + " and was killed");
        }
        return ExitStatus.LOST;
    }

    private int cannotRun(String message) {
        boolean isThere = NO_PERMISSION.matcher(message).find();
        say(plan.command().get(0) + ": " + (isThere ? "cannot be run" : "no such command"));
        return isThere ? ExitStatus.NOT_RUNNABLE : ExitStatus.NOT_FOUND;
    }

    private static Map<String, String> variables(Grant grant) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("DFLOCKD_KEY", grant.key());
        variables.put("DFLOCKD_TOKEN", grant.token());
        variables.put("DFLOCKD_FENCE", Long.toUnsignedString(grant.fence()));
        return variables;
    }

    private void say(String message) {
        err.println("dflockd: " + Words.harmless(message));
    }
}
