package io.dflockd.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** {@code dflockd completion}: prints what makes the Tab key of a shell know our commands and options. */
final class Completion implements Callable<Integer> {
    static final String NAME = "completion";

    private static final List<String> SHELLS = List.of("bash", "zsh");

    private final PrintStream out;
    private final Supplier<CommandLine> whole;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);

    Completion(PrintStream out, Supplier<CommandLine> whole) {
        this.out = out;
        this.whole = whole;
    }

    @Override
    public Integer call() {
        String shell = spec.commandLine().getParseResult().matchedPositionalValue(0, "");
        if (!SHELLS.contains(shell)) {
            throw new ParameterException(spec.commandLine(), "it takes one of " + String.join(", ", SHELLS));
        }
        out.print(AutoComplete.bash("dflockd", whole.get())); // zsh reads it too, and the script sees to that
        return 0;
    }

    CommandSpec spec() {
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .type(String.class)
                .paramLabel("SHELL")
                .completionCandidates(SHELLS)
                .build());
        spec.usageMessage()
                .customSynopsis("dflockd completion (bash|zsh)")
                .description("Print what makes the Tab key know commands and options.")
                .footer(
                        "",
                        "Examples",
                        "  . <(dflockd completion bash)                      # this shell; ~/.bashrc for all",
                        "  dflockd completion zsh >\"${fpath[1]}/_dflockd\"");
        return spec;
    }
}
