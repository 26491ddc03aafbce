package io.dflockd.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The table of settings as options on the command line: {@code --port 7000}, {@code --debug}, {@code --no-debug}. */
final class ServeOptions {
    private ServeOptions() {}

    static void addTo(CommandSpec command) {
        for (Setting setting : Setting.values()) {
            command.addOption(option(setting));
            if (setting.kind().isSwitch()) {
                command.addOption(negation(setting));
            }
        }
    }

    /** What was given on this command line. */
    static List<Given> given(ParseResult commandLine) {
        List<Given> given = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (commandLine.hasMatchedOption(setting.flag())) {
                String text = commandLine.matchedOptionValue(setting.flag(), "");
                given.add(new Given(setting, Source.FLAG, setting.flag(), text));
            }
        }
        return given;
    }

    private static OptionSpec option(Setting setting) {
        OptionSpec.Builder option = OptionSpec.builder(setting.flag())
                .type(String.class)
                .userObject(setting.kind())
                .paramLabel(setting.kind().label())
                .description(setting.description());
        return setting.kind().isSwitch()
                ? option.arity("0..1").fallbackValue("true").build()
                : option.arity("1").build();
    }

    /** {@code --no-debug}, which is put back onto the command line as {@code --debug=false}: so the last one wins. */
    private static OptionSpec negation(Setting setting) {
        return OptionSpec.builder("--no-" + setting.key())
                .arity("0")
                .type(boolean.class)
                .hidden(true)
                .preprocessor((rest, command, option, info) -> {
                    rest.push(setting.flag() + "=false");
                    return true;
                })
                .build();
    }
}
