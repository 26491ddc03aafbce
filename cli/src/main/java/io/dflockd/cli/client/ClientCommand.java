package io.dflockd.cli.client;

import io.dflockd.cli.console.ExitStatus;
import io.dflockd.cli.console.Failure;
import io.dflockd.cli.options.Option;
import io.dflockd.cli.wire.Unreachable;
import io.dflockd.client.exceptions.DflockdException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** A command that is a client of a server: what it takes, what it says of itself, and what it does. */
final class ClientCommand implements Callable<Integer> {
    /** What a command does, with the exit status. */
    interface Work {
        int run(Call call) throws Failure, Unreachable;
    }

    private final Surroundings around;
    private final Work work;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final List<String> required = new ArrayList<>();
    private final List<String> optional = new ArrayList<>();
    private String withMore = "";
    private boolean takesNumbers;
    private final List<Option<?>> options = new ArrayList<>();

    ClientCommand(String name, Surroundings around, Work work) {
        this.around = around;
        this.work = work;
        spec.name(name);
    }

    /** Words that must be there, each by what it is. */
    ClientCommand words(String... labels) {
        required.addAll(Arrays.asList(labels));
        return this;
    }

    /** Words that may follow. */
    ClientCommand perhaps(String... labels) {
        optional.addAll(Arrays.asList(labels));
        return this;
    }

    /** Any number of words may follow the last one; {@code shown} is how all of them look in the help. */
    ClientCommand andMore(String shown) {
        withMore = shown;
        return this;
    }

    /** Its words are whole numbers, but for the key. Negative ones look like options. */
    ClientCommand withNumbers() {
        takesNumbers = true;
        spec.parser().unmatchedOptionsArePositionalParams(true);
        return this;
    }

    ClientCommand options(Option<?>... own) {
        options.addAll(Arrays.asList(own));
        return this;
    }

    /** The subcommand for picocli, with its help. */
    CommandSpec saying(String description, String... more) {
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(required.isEmpty() ? "WORD" : required.get(0))
                .build());
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        options.forEach(option -> spec.addOption(option.specAmongWords()));
        ClientOption.CONNECTION.forEach(option -> spec.addOption(option.specAmongWords()));
        new ClientHelp(spec, synopsis(), options).say(description, more);
        return spec;
    }

    private String synopsis() {
        if (!withMore.isEmpty()) {
            return withMore;
        }
        List<String> parts = new ArrayList<>(required);
        optional.forEach(label -> parts.add("[" + label + "]"));
        return String.join(" ", parts);
    }

    @Override
    public Integer call() throws Failure {
        Call call = new Call(spec.commandLine().getParseResult(), around);
        requireWords(call);
        try {
            return work.run(call);
        } catch (ParameterException misuse) {
            throw misuse;
        } catch (IllegalArgumentException wrongWord) {
            throw call.misuse(String.valueOf(wrongWord.getMessage()));
        } catch (DflockdException | Unreachable | UncheckedIOException failed) {
            throw new Failure(ExitStatus.UNAVAILABLE, failed.getMessage(), failed);
        }
    }

    private void requireWords(Call call) {
        int count = call.words().size();
        if (count < required.size()) {
            throw call.misuse(required.get(count) + " is missing: " + spec.qualifiedName(" ") + " " + synopsis());
        }
        int most = required.size() + optional.size();
        if (count > most && withMore.isEmpty()) {
            throw call.misuse(
                    "unexpected argument '" + call.word(most) + "': " + spec.qualifiedName(" ") + " " + synopsis());
        }
        for (int i = 1; takesNumbers && i < count; i++) {
            call.requireNumber(i, i < required.size() ? required.get(i) : optional.get(i - required.size()));
        }
    }
}
