package io.dflockd.cli;

import io.dflockd.cli.bench.BenchFailed;
import io.dflockd.cli.cluster.ClusterFailed;
import io.dflockd.server.StartupException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The {@code dflockd} program. It finds the subcommand that is meant and runs it; without one it serves.
 *
 * <p>A subcommand is a file of its own and one line in {@link #commandLine}. A mistake of the person who typed the command
 * ends here, as one line on standard error and status 1, or 2 where the subcommand says so.
 */
public final class Main {
    private static final int FAILED = 1;

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Main(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        // Netty would set up events for the flight recorder with its first buffer: a quarter of a second for the first
        // client.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        System.exit(new Main(System.getenv(), System.out, System.err).run(args));
    }

    /** Runs the command and returns the exit status. */
    int run(String... args) {
        List<String> command = inFull(List.of(args));
        return commandLine(command.get(0)).execute(command.toArray(String[]::new));
    }

    private CommandLine commandLine(String wanted) {
        return new CommandLine(CommandSpec.create().name("dflockd").exitCodeOnInvalidInput(FAILED))
                .addSubcommand(new Serve(environment, out).spec())
                .addSubcommand(new Rehearse().spec())
                .addSubcommand(bench(wanted.equals(Bench.NAME)))
                .addSubcommand(cluster(wanted.equals(Cluster.NAME)))
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((misuse, args) -> {
                    complain(Misuse.explain(misuse));
                    return misuse.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof StartupException
                            || failure instanceof BenchFailed
                            || failure instanceof ClusterFailed) {
                        return complain(failure.getMessage());
                    }
                    throw failure;
                });
    }

    /** Only a name unless it is wanted: its options and classes would slow the start of a server down. */
    private CommandSpec bench(boolean wanted) {
        return wanted
                ? new Bench(environment, out, err).spec()
                : CommandSpec.create().name(Bench.NAME);
    }

    private CommandSpec cluster(boolean wanted) {
        return wanted
                ? new Cluster(environment, out).spec()
                : CommandSpec.create().name(Cluster.NAME);
    }

    /** The command with its subcommand: {@code --port 7000} is short for {@code serve --port 7000}. */
    private static List<String> inFull(List<String> args) {
        if (args.isEmpty() || args.get(0).startsWith("-")) {
            return Stream.concat(Stream.of(Serve.NAME), args.stream()).toList();
        }
        if (args.get(0).equals("help")) {
            return args.size() == 1 ? List.of(Serve.NAME, "--help") : List.of(args.get(1), "--help");
        }
        return args;
    }

    private int complain(@Nullable String message) {
        err.println("dflockd: " + String.valueOf(message).replaceAll("\\p{Cntrl}", "?"));
        return FAILED;
    }
}
