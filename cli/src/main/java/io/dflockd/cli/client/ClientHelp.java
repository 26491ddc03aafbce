package io.dflockd.cli.client;

import io.dflockd.cli.options.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code --help} of a client command prints: a screen of 80 columns, with examples. */
final class ClientHelp {
    private static final String LINE = "  %-26s  %s%n";

    private final CommandSpec command;
    private final String synopsis;
    private final List<Option<?>> options;

    ClientHelp(CommandSpec command, String synopsis, List<Option<?>> options) {
        this.command = command;
        this.synopsis = synopsis;
        this.options = options;
    }

    void say(String description, String... more) {
        List<String> footer = new ArrayList<>(List.of(""));
        footer.addAll(Arrays.asList(more));
        UsageMessageSpec usage = command.usageMessage();
        usage.description(description).footer(footer.toArray(String[]::new));
        usage.sectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        help -> command.qualifiedName(" ")
                                + (" [OPTION]... " + synopsis).stripTrailing()
                                + System.lineSeparator());
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> text());
    }

    private String text() {
        StringBuilder text = new StringBuilder(String.format("%nOptions%n"));
        options.forEach(option -> line(text, option));
        ClientOption.CONNECTION.forEach(option -> line(text, option));
        text.append(String.format(LINE, "--help", "Print this."));
        text.append(String.format("%nDFLOCKD_SERVER, DFLOCKD_CLUSTER and DFLOCKD_AUTH_TOKEN stand in for options.%n"));
        return text.toString();
    }

    private static void line(StringBuilder text, Option<?> option) {
        text.append(String.format(LINE, option.usage(), option.help()));
    }
}
