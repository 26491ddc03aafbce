package io.dflockd.cli;

import io.dflockd.cli.options.Option;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code dflockd bench --help} prints: a screen of 80 columns. */
final class BenchHelp {
    private static final String LINE = "  %-26s  %s%n";

    private BenchHelp() {}

    static void addTo(CommandSpec command) {
        command.usageMessage()
                .customSynopsis("dflockd bench [OPTION]...")
                .description("Measures a running server: requests a second, and their latencies.")
                .footer(
                        "",
                        "Kinds of work",
                        "  lock         lock and release, each client on keys of its own",
                        "  contend      lock and release, all on one key, one request in flight on each:",
                        "               also the time from a release to the next grant",
                        "  sem, rw      as lock, with semaphores of limit 1 or read-write locks",
                        "  incr, kset, kget, ping",
                        "               that command, each client on keys of its own",
                        "  signal       signals on one channel to all listeners: also those delivered",
                        "",
                        "A lock and its release are two requests. Latency is the time from the write of",
                        "a batch of --depth requests to each of the replies. Keys begin with bench. and",
                        "a random word; all are given back. The token may also come from the",
                        "environment: DFLOCKD_AUTH_TOKEN, DFLOCKD_AUTH_TOKEN_FILE. Ctrl-C ends the run",
                        "and prints the report.");
        command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options());
    }

    private static String options() {
        return group("Work", BenchOption.WORK)
                + group("Time", BenchOption.TIME)
                + group("Server", BenchOption.SERVER)
                + group("Output", BenchOption.OUTPUT)
                + String.format(LINE, "--help", "Print this.");
    }

    private static String group(String heading, List<Option<?>> options) {
        StringBuilder text = new StringBuilder(String.format("%n%s%n", heading));
        for (Option<?> option : options) {
            text.append(String.format(LINE, option.usage(), option.help()));
        }
        return text.toString();
    }
}
