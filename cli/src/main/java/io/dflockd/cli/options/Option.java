package io.dflockd.cli.options;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * An option of a subcommand: its flag, what it takes, its default (empty for none) and a line of help. These are no settings
 * of a server: they come from the command line alone, but for tokens.
 *
 * @param letter its short form, or empty
 */
public record Option<T>(String letter, String flag, Kind<T> kind, String defaultText, String description) {
    /** An option without a short form. */
    public Option(String flag, Kind<T> kind, String defaultText, String description) {
        this("", flag, kind, defaultText, description);
    }

    /** For picocli, which leaves the reading of values to us. A switch may have its value behind an equals sign. */
    public OptionSpec spec() {
        return kind.isSwitch()
                ? builder().arity("0..1").fallbackValue("true").build()
                : builder().arity("1").build();
    }

    /** For a command that takes words too: what follows a switch is one of them, and not its value. */
    public OptionSpec specAmongWords() {
        return kind.isSwitch() ? builder().arity("0").type(boolean.class).build() : spec();
    }

    private OptionSpec.Builder builder() {
        return OptionSpec.builder(letter.isEmpty() ? new String[] {flag} : new String[] {letter, flag})
                .type(String.class)
                .userObject(kind)
                .paramLabel(kind.label())
                .description(description);
    }

    /** Whether it stands on the command line. */
    public boolean isGiven(ParseResult commandLine) {
        return commandLine.hasMatchedOption(flag);
    }

    /** Whether a switch is on. */
    public boolean isOn(ParseResult commandLine) {
        Object given = commandLine.matchedOptionValue(flag, (Object) false);
        return given instanceof Boolean truth ? truth : Boolean.TRUE.equals(value(commandLine));
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
        String names = letter.isEmpty() ? flag : letter + ", " + flag;
        return kind.isSwitch() ? names : names + "=" + kind.label();
    }

    /** The line of help. */
    public String help() {
        return description + (defaultText.isEmpty() ? "" : " [" + defaultText + "]");
    }
}
