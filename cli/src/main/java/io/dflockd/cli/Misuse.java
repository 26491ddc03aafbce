package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line that could not be read, in one line. */
final class Misuse {
    private Misuse() {}

    static String explain(ParameterException misuse) {
        if (misuse instanceof UnmatchedArgumentException unmatched) {
            return unknown(
                    unmatched.getUnmatched().get(0), misuse.getCommandLine().getCommandSpec());
        }
        if (misuse instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return withoutValue(missing.getMissing().get(0));
        }
        return String.valueOf(misuse.getMessage());
    }

    /** Says which word is unknown. What follows an equals sign is left out: it may be a secret. */
    private static String unknown(String word, CommandSpec command) {
        if (word.startsWith("-")) {
            String option = word.split("=", 2)[0];
            return "unknown option " + option + Nearest.hint(option, optionNames(command)) + tryHelp(command);
        }
        if (command.subcommands().isEmpty()) {
            return "unexpected argument '" + word + "'" + tryHelp(command);
        }
        return "unknown command '" + word + "'"
                + Nearest.hint(word, command.subcommands().keySet()) + tryHelp(command);
    }

    private static List<String> optionNames(CommandSpec command) {
        List<String> names = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            names.add(option.longestName());
        }
        return names;
    }

    private static String withoutValue(ArgSpec argument) {
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        String takes = argument.userObject() instanceof Kind<?> kind ? kind.takes() : "a value";
        return name + " takes " + takes + ", and nothing was given";
    }

    private static String tryHelp(CommandSpec command) {
        String path = command.qualifiedName(" ");
        if (command.parent() == null) {
            return " (dflockd help lists them all)";
        }
        String shown = path.equals("dflockd " + Serve.NAME) ? "dflockd" : path;
        return " (" + shown + " --help lists them all)";
    }
}
