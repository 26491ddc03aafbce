package io.dflockd.cli.client;

import io.dflockd.cli.console.Terminal;
import io.dflockd.cli.shell.Shell;
import io.dflockd.cli.wire.Unreachable;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code dflockd shell}: talks with a server in its own protocol. */
final class ShellCommand {
    private static final String HISTORY = ".dflockd_history";

    private final Surroundings around;

    ShellCommand(Surroundings around) {
        this.around = around;
    }

    CommandSpec spec() {
        return new ClientCommand("shell", around, this::run)
                .saying(
                        "Talks with a server: requests of one line, and their answers.",
                        ClientCommands.examples(
                                new String[] {"dflockd shell", "printf 'incr hits 1\\nstats summary\\n' | dflockd shell"
                                },
                                "l deploy 10, then Tab, Ctrl-R and help. On a terminal lines are remembered in",
                                "~/" + HISTORY + ", and Ctrl-C takes back a request that waits. From a pipe",
                                "answers are printed as the server sends them; status 1 if one was an error.",
                                "PROTOCOL.md has all commands. Of several servers the first one is asked."));
    }

    private int run(Call call) throws Unreachable {
        Shell shell = new Shell(call.servers().first());
        boolean isTerminal = Terminal.isStandardInput() && Terminal.isStandardOutput();
        return isTerminal ? shell.talk(history(call)) : shell.read(call.in(), call.out());
    }

    private static @Nullable Path history(Call call) {
        String home = call.environment().getOrDefault("HOME", "");
        return home.isEmpty() ? null : Path.of(home, HISTORY);
    }
}
