package io.dflockd.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/** A command that only has others below it: {@code kv get}, {@code kv set}. */
final class CommandFamily {
    private final List<CommandSpec> members = new ArrayList<>();
    private final CommandSpec spec;

    CommandFamily(String name, String description) {
        Callable<Integer> complain = this::complain;
        spec = CommandSpec.wrapWithoutInspection(complain).name(name);
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        spec.usageMessage()
                .customSynopsis("dflockd " + name + " COMMAND [OPTION]... KEY ...")
                .description(description)
                .footer("", "dflockd " + name + " COMMAND --help says more.");
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> text());
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> "");
    }

    CommandFamily with(CommandSpec member) {
        members.add(member);
        spec.addSubcommand(member.name(), member);
        return this;
    }

    CommandSpec spec() {
        return spec;
    }

    private int complain() {
        throw new ParameterException(
                spec.commandLine(),
                spec.name() + " takes one of "
                        + String.join(", ", spec.subcommands().keySet()) + " (dflockd " + spec.name()
                        + " --help says more)");
    }

    private String text() {
        StringBuilder text = new StringBuilder(String.format("%nCommands%n"));
        for (CommandSpec member : members) {
            text.append(String.format(
                    "  %-8s  %s%n", member.name(), member.usageMessage().description()[0]));
        }
        return text.toString();
    }
}
