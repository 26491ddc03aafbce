package io.dflockd.cli;

import io.dflockd.server.StartupException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The {@code dflockd} program. It finds the subcommand that is meant and runs it; without one it serves.
 *
 * <p>A subcommand is a file of its own and one line in the constructor. A mistake of the person who typed the command
 * ends here, as one line on standard error and status 1.
 */
public final class Main {
    private static final int FAILED = 1;

    private final CommandLine commandLine;
    private final PrintStream err;

    Main(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.err = err;
        commandLine = new CommandLine(CommandSpec.create().name("dflockd"))
                .addSubcommand(new Serve(environment, out).spec())
                .addSubcommand(new Rehearse().spec())
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((misuse, args) -> complain(Misuse.explain(misuse)))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof StartupException reason) {
                        return complain(reason.getMessage());
                    }
                    throw failure;
                });
    }

    public static void main(String[] args) {
        // Netty would set up events for the flight recorder with its first buffer: a quarter of a second for the first
        // client.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        System.exit(new Main(System.getenv(), System.out, System.err).run(args));
    }

    /** Runs the command and returns the exit status. */
    int run(String... args) {
        return commandLine.execute(inFull(List.of(args)).toArray(String[]::new));
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

    private int complain(String message) {
        err.println("dflockd: " + message.replaceAll("\\p{Cntrl}", "?"));
        return FAILED;
    }
}
