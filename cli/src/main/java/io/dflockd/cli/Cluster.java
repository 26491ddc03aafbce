package io.dflockd.cli;

import io.dflockd.cli.cluster.ClusterFailed;
import io.dflockd.cli.cluster.Errands;
import io.dflockd.cli.cluster.Trial;
import io.dflockd.cli.options.Kind;
import io.dflockd.cli.options.Option;
import io.dflockd.cli.wire.Target;
import io.dflockd.server.StartupException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code dflockd cluster}: shows how a cluster is, changes it, or starts one to play with. */
final class Cluster implements Callable<Integer> {
    static final String NAME = "cluster";

    private static final Kind<String> SETTING = new Kind<>("SETTING", "the name of a setting", text -> text);
    private static final Kind<String> VALUE = new Kind<>("VALUE", "its new value", text -> text);

    private final Map<String, String> environment;
    private final PrintStream out;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);

    Cluster(Map<String, String> environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    /** An errand that has its own options. */
    private interface Errand {
        int run(ParseResult commandLine) throws StartupException, ClusterFailed, InterruptedException;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "cluster takes one of " + String.join(", ", spec.subcommands().keySet())
                        + " (dflockd cluster --help says more)");
    }

    private int status(ParseResult commandLine) throws StartupException, ClusterFailed {
        return errands(commandLine).status(ClusterOption.JSON.isOn(commandLine));
    }

    private int transfer(ParseResult commandLine) throws StartupException, ClusterFailed {
        errands(commandLine).transfer(word(0, commandLine));
        return 0;
    }

    private int set(ParseResult commandLine) throws StartupException, ClusterFailed {
        errands(commandLine).set(word(0, commandLine), word(1, commandLine));
        return 0;
    }

    private int attempt(ParseResult commandLine) throws ClusterFailed, InterruptedException {
        StopSignals signals = StopSignals.caught();
        try (Trial trial = Trial.start(ClusterOption.NODES.value(commandLine), out)) {
            signals.onFirst(trial::stop);
            trial.play();
        }
        return 0;
    }

    private static String word(int index, ParseResult commandLine) {
        return commandLine.matchedPositionalValue(index, "");
    }

    private Errands errands(ParseResult commandLine) throws StartupException {
        Path authority = ClusterOption.TLS_CA.isGiven(commandLine) ? ClusterOption.TLS_CA.value(commandLine) : null;
        Settings settings = new Settings(List.of(), ServeOptions.given(commandLine), environment);
        Optional<AuthToken> admin = AuthToken.findAdmin(settings);
        Optional<AuthToken> token = admin.isPresent() ? admin : AuthToken.find(settings);
        Target target = new Target(
                ClusterOption.SERVER.value(commandLine),
                token.map(AuthToken::secret).orElse(null),
                ClusterOption.TLS.isOn(commandLine) || authority != null,
                authority);
        return new Errands(target, out);
    }

    /** The subcommand with those below it, for picocli. */
    CommandSpec spec() {
        spec.addOption(help());
        spec.addSubcommand("status", errand(this::status, ClusterOption.JSON));
        CommandSpec transfer = errand(this::transfer);
        transfer.addPositional(positional("0", Kind.NODE_NAME));
        spec.addSubcommand("transfer", transfer);
        CommandSpec set = errand(this::set);
        set.addPositional(positional("0", SETTING));
        set.addPositional(positional("1", VALUE));
        spec.addSubcommand("set", set);
        CommandSpec attempt = bare(this::attempt);
        attempt.addOption(ClusterOption.NODES.spec());
        spec.addSubcommand("try", attempt);
        ClusterHelp.addTo(spec);
        return spec;
    }

    private CommandSpec errand(Errand errand, Option<?>... more) {
        CommandSpec command = bare(errand);
        ClusterOption.CONNECTION.forEach(option -> command.addOption(option.spec()));
        List.of(more).forEach(option -> command.addOption(option.spec()));
        return command;
    }

    private static CommandSpec bare(Errand errand) {
        CommandSpec[] command = new CommandSpec[1];
        Callable<Integer> run = () -> errand.run(command[0].commandLine().getParseResult());
        command[0] = CommandSpec.wrapWithoutInspection(run);
        command[0].addOption(help());
        ClusterHelp.addTo(command[0]);
        return command[0];
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help").usageHelp(true).build();
    }

    private static PositionalParamSpec positional(String index, Kind<String> kind) {
        return PositionalParamSpec.builder()
                .index(index)
                .arity("1")
                .required(true)
                .type(String.class)
                .paramLabel(kind.label())
                .userObject(kind)
                .build();
    }
}
