package io.dflockd.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code dflockd --help} prints: a screen of 80 columns, with one line for every setting. */
final class ServeHelp {
    private static final String LINE = "  %-30s  %s%n";

    private ServeHelp() {}

    static void addTo(CommandSpec command) {
        command.usageMessage()
                .customSynopsis("dflockd [serve] [OPTION]...")
                .description("Runs a lock and coordination server until SIGTERM or SIGINT.")
                .footer(
                        "",
                        "Every setting may also come from the environment (--max-locks as",
                        "DFLOCKD_MAX_LOCKS; seconds end in _S: DFLOCKD_READ_TIMEOUT_S) or from a file",
                        "(max-locks = 512). The environment wins over the option, the option over the",
                        "file. A switch is turned off with =false or --no-NAME.",
                        "",
                        "dflockd help lists all other commands.");
        command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options());
    }

    private static String options() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%nGeneral%n"));
        text.append(String.format(LINE, Serve.CONFIG + "=FILE", "Read settings from a file."));
        text.append(String.format(LINE, Serve.PRINT_CONFIG, "Print the settings and where they come from."));
        text.append(String.format(LINE, "--help, --version", "Print this, or the version."));
        for (Group group : Group.values()) {
            append(text, group);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Group group) {
        text.append(String.format("%n%s%n", group.heading()));
        for (Setting setting : Setting.values()) {
            if (setting.group() == group) {
                text.append(String.format(LINE, usage(setting), setting.description() + defaultOf(setting)));
            }
        }
    }

    private static String usage(Setting setting) {
        return setting.kind().isSwitch()
                ? setting.flag()
                : setting.flag() + "=" + setting.kind().label();
    }

    private static String defaultOf(Setting setting) {
        return setting.defaultText().isEmpty() ? "" : " [" + setting.defaultText() + "]";
    }
}
