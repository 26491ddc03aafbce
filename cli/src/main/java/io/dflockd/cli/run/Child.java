package io.dflockd.cli.run;

import io.dflockd.cli.console.OsSignal;
import io.dflockd.cli.console.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The command while it runs, with all that it has started.
 *
 * <p>It stays in our process group and session, as under flock(1), nice or sudo, and has our standard streams: so it can
 * ask for a password, be stopped with Ctrl-Z and be killed with its group. A group of its own would take the terminal from
 * it. What is sent to us is passed on to it and its descendants, which is what a group would have heard.
 */
final class Child {
    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Starts the command with these variables in its environment. */
    static Child start(List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(variables);
        return new Child(builder.start());
    }

    CompletableFuture<?> ended() {
        return process.onExit();
    }

    /** Of a command that a signal has ended it is 128 and the number of the signal, as shells have it. */
    int status() {
        return process.exitValue();
    }

    /** Passes a signal on, unless it was a Ctrl-C that the terminal has sent to the whole group already. */
    void pass(OsSignal signal) {
        if (signal != OsSignal.INT || !Terminal.isForeground()) {
            send(signal, tree(List.of(process.toHandle())));
        }
    }

    /** Asks it and its descendants to end, and kills those that have not within the grace; true if there were any. */
    boolean end(Duration grace) {
        List<ProcessHandle> asked = tree(List.of(process.toHandle()));
        send(OsSignal.TERM, asked);
        if (haveEnded(asked, grace)) {
            return false;
        }
        tree(asked).forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        return true;
    }

    private static boolean haveEnded(List<ProcessHandle> processes, Duration grace) {
        try {
            CompletableFuture.allOf(
                            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(grace.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillThere) {
            return false;
        } catch (InterruptedException | java.util.concurrent.ExecutionException unexpected) {
            throw new IllegalStateException("while waiting for " + processes, unexpected);
        }
    }

    private static List<ProcessHandle> tree(List<ProcessHandle> roots) {
        List<ProcessHandle> tree = new ArrayList<>(roots);
        roots.forEach(
                root -> root.descendants().filter(each -> !tree.contains(each)).forEach(tree::add));
        return tree;
    }

    private static void send(OsSignal signal, List<ProcessHandle> processes) {
        if (signal == OsSignal.TERM) {
            processes.forEach(ProcessHandle::destroy);
            return;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\" 2>/dev/null", "sh", signal.name()));
        processes.forEach(each -> command.add(String.valueOf(each.pid())));
        try {
            new ProcessBuilder(command).start();
        } catch (IOException noShell) {
            processes.forEach(ProcessHandle::destroy); // which is the nearest that Java itself can do
        }
    }
}
