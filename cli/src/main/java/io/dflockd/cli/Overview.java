package io.dflockd.cli;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code dflockd help}: all commands in groups, a line for each. */
final class Overview implements Callable<Integer> {
    static final String NAME = "help";

    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Servers", List.of(Serve.NAME, Cluster.NAME, Bench.NAME));
        GROUPS.put("Run a command while something is held", List.of("lock", "sem", "rw", "elect"));
        GROUPS.put("Data", List.of("kv", "counter", "list", "push", "pop", "barrier"));
        GROUPS.put("Messages", List.of("signal", "listen", "watch", "observe"));
        GROUPS.put("Who and why", List.of("who", "release"));
        GROUPS.put("By hand", List.of("shell", Completion.NAME, NAME));
    }

    private final PrintStream out;
    private final Function<String, @Nullable CommandSpec> commands;

    Overview(PrintStream out, Function<String, @Nullable CommandSpec> commands) {
        this.out = out;
        this.commands = commands;
    }

    /** Every command that somebody may want. */
    static List<String> names() {
        return GROUPS.values().stream().flatMap(List::stream).toList();
    }

    @Override
    public Integer call() {
        out.println("Usage: dflockd [COMMAND] [OPTION]...");
        out.println("Who may go next: locks and more for programs on many machines.");
        GROUPS.forEach((heading, names) -> {
            out.println();
            out.println(heading);
            names.forEach(name -> out.println(String.format("  %-10s  %s", name, description(name))));
        });
        out.println();
        out.println("Without a command it serves. dflockd COMMAND --help says more, with examples.");
        return 0;
    }

    private String description(String name) {
        return Objects.requireNonNull(commands.apply(name)).usageMessage().description()[0];
    }

    CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        spec.usageMessage().customSynopsis("dflockd help [COMMAND]").description("Print this, or all about a command.");
        return spec;
    }
}
