package io.dflockd.cli;

import io.dflockd.cli.bench.BenchFailed;
import io.dflockd.cli.client.ClientCommands;
import io.dflockd.cli.client.Surroundings;
import io.dflockd.cli.cluster.ClusterFailed;
import io.dflockd.cli.console.Failure;
import io.dflockd.server.StartupException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The {@code dflockd} program. It finds the subcommand that is meant and runs it; without one it serves.
 *
 * <p>A subcommand is a file of its own and one line in {@link #commandLine}. A mistake of the person who typed the command
 * ends here, as one line on standard error and status 1, or 2 where the subcommand says so.
 */
public final class Main {
    private static final int FAILED = 1;

    private final Map<String, String> environment;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    Main(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        // Netty would set up events for the flight recorder with its first buffer: a quarter of a second for the first
        // client.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        if (args.length > 0 && !args[0].startsWith("-") && isClient(args[0])) {
            // What went wrong is said in one line or by the exit status; setting a log up would take its time.
            System.getProperties().putIfAbsent("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
            System.getProperties().putIfAbsent("slf4j.internal.verbosity", "WARN");
        }
        System.exit(new Main(System.getenv(), System.in, System.out, System.err).run(args));
    }

    private static boolean isClient(String command) {
        return command.equals(RehearseClient.NAME) || ClientCommands.names().contains(command);
    }

    /** Runs the command and returns the exit status. */
    int run(String... args) {
        List<String> command = inFull(List.of(args));
        return commandLine(command.get(0)).execute(command.toArray(String[]::new));
    }

    private CommandLine commandLine(String wanted) {
        CommandLine line = new CommandLine(CommandSpec.create().name("dflockd").exitCodeOnInvalidInput(FAILED));
        CommandSpec command = command(wanted);
        if (command == null) {
            Overview.names()
                    .forEach(name -> line.addSubcommand(CommandSpec.create().name(name))); // one of them may be meant
        } else {
            line.addSubcommand(wanted, command);
        }
        return line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((misuse, args) -> {
                    complain(Misuse.explain(misuse));
                    return misuse.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
                })
                .setExecutionExceptionHandler((failure, failed, parsed) -> {
                    if (failure instanceof Failure known) {
                        complain(known.getMessage());
                        return known.status();
                    }
                    if (failure instanceof StartupException
                            || failure instanceof BenchFailed
                            || failure instanceof ClusterFailed) {
                        return complain(failure.getMessage());
                    }
                    throw failure;
                });
    }

    /** Only the one that is wanted: the options and classes of the others would slow the start down. */
    private @Nullable CommandSpec command(String wanted) {
        return switch (wanted) {
            case Serve.NAME -> new Serve(environment, out).spec();
            case Rehearse.NAME -> new Rehearse().spec();
            case RehearseClient.NAME -> new RehearseClient().spec();
            case Bench.NAME -> new Bench(environment, out, err).spec();
            case Cluster.NAME -> new Cluster(environment, out).spec();
            case Overview.NAME -> new Overview(out, this::command).spec();
            case Completion.NAME -> new Completion(out, this::whole).spec();
            default -> ClientCommands.find(wanted, new Surroundings(environment, in, out, err, this::token));
        };
    }

    private CommandLine whole() {
        CommandLine whole = new CommandLine(CommandSpec.create().name("dflockd"));
        Overview.names().forEach(name -> whole.addSubcommand(name, Objects.requireNonNull(command(name))));
        return whole;
    }

    /** Found in the same places and in the same order as a server finds its own. */
    private Optional<String> token(ParseResult commandLine) {
        boolean isGiven = commandLine.hasMatchedOption("--auth-token-file")
                || environment.keySet().stream().anyMatch(name -> name.startsWith("DFLOCKD_AUTH_TOKEN"));
        if (!isGiven) {
            return Optional.empty(); // without the table of settings, which takes its time
        }
        List<Given> flags = ServeOptions.given(commandLine);
        try {
            return AuthToken.find(new Settings(List.of(), flags, environment)).map(AuthToken::secret);
        } catch (StartupException unusable) {
            throw new IllegalArgumentException(unusable.getMessage(), unusable);
        }
    }

    /** The command with its subcommand: {@code --port 7000} is short for {@code serve --port 7000}. */
    private static List<String> inFull(List<String> args) {
        if (args.isEmpty() || args.get(0).startsWith("-")) {
            return Stream.concat(Stream.of(Serve.NAME), args.stream()).toList();
        }
        if (args.get(0).equals(Overview.NAME)) {
            return args.size() == 1 || args.get(1).startsWith("-") ? args : List.of(args.get(1), "--help");
        }
        return args;
    }

    private int complain(@Nullable String message) {
        err.println("dflockd: " + String.valueOf(message).replaceAll("\\p{Cntrl}", "?"));
        return FAILED;
    }
}
