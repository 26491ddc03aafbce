package io.dflockd.cli;

import io.dflockd.cli.options.Option;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code dflockd cluster --help} prints: a screen of 80 columns, the same for all that is below it. */
final class ClusterHelp {
    private ClusterHelp() {}

    static void addTo(CommandSpec command) {
        command.usageMessage()
                .customSynopsis("dflockd cluster COMMAND [OPTION]...")
                .description("Shows how a cluster is, changes it, or starts one to play with.")
                .footer(
                        "",
                        "Without a leader, status ends with status 1. What changes the cluster needs the",
                        "token of --admin-token-file; a node that asks for no token takes it from its",
                        "own machine. Tokens may also come from the environment, as for a server.",
                        "docs/cluster.md is for whoever is on call.");
        command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> "");
        command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
        command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> text());
    }

    private static String text() {
        StringBuilder text = new StringBuilder(String.format("%nCommands%n"));
        line(text, "status [--json]", "Nodes, who leads, how far each is.");
        line(text, "transfer NODE", "Hand leadership over.");
        line(text, "set SETTING VALUE", "Change a setting on all nodes: max-locks 5000.");
        line(text, "try [--nodes=N]", "Start nodes on this machine; Ctrl-C ends them. [3]");
        text.append(String.format("%nOptions of status, transfer and set%n"));
        for (Option<?> option : ClusterOption.CONNECTION) {
            line(text, option.usage(), option.help());
        }
        line(text, "--help", "Print this.");
        return text.toString();
    }

    private static void line(StringBuilder text, String usage, String help) {
        text.append(String.format("  %-26s  %s%n", usage, help));
    }
}
