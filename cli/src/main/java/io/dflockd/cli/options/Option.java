package io.dflockd.cli.options;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * An option of a subcommand: its flag, what it takes, its default (empty for none) and a line of help. These are no settings
 * of a server: they come from the command line alone, but for tokens.
 */
public record Option<T>(String flag, Kind<T> kind, String defaultText, String description) {
    /** For picocli, which leaves the reading of values to us. */
    public OptionSpec spec() {
        OptionSpec.Builder option = OptionSpec.builder(flag).type(String.class).userObject(kind);
        return kind.isSwitch()
                ? option.arity("0..1").fallbackValue("true").build()
                : option.arity("1").build();
    }

    public boolean isGiven(ParseResult commandLine) {
        return commandLine.hasMatchedOption(flag);
    }

    /** The value that was given, or the default. */
    public T value(ParseResult commandLine) {
        String text = commandLine.matchedOptionValue(flag, defaultText);
        try {
            return kind.parse(text);
        } catch (IllegalArgumentException notTaken) {
            throw new ParameterException(
                    commandLine.commandSpec().commandLine(), flag + " takes " + kind.takes() + ", not '" + text + "'");
        }
    }

    /** The flag with what it takes, for the help. */
    public String usage() {
        return kind.isSwitch() ? flag : flag + "=" + kind.label();
    }

    /** The line of help. */
    public String help() {
        return description + (defaultText.isEmpty() ? "" : " [" + defaultText + "]");
    }
}
