package io.dflockd.cli.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that are clients of a server, by name. */
public final class ClientCommands {
    private static final List<String> NAMES = List.of(
            "lock", "sem", "rw", "elect", "kv", "counter", "list", "push", "pop", "barrier", "signal", "listen",
            "watch", "observe", "shell", "who", "release");

    private ClientCommands() {}

    /** The names of all of them. */
    public static List<String> names() {
        return NAMES;
    }

    /** The command of this name, for picocli; null if it is none of these. */
    public static @Nullable CommandSpec find(String name, Surroundings around) {
        return switch (name) {
            case "lock" -> new RunCommands(around).lock();
            case "sem" -> new RunCommands(around).semaphore();
            case "rw" -> new RunCommands(around).readWriteLock();
            case "elect" -> new RunCommands(around).election();
            case "kv" -> new DataCommands(around).values();
            case "counter" -> new DataCommands(around).counters();
            case "list" -> new DataCommands(around).lists();
            case "push" -> new DataCommands(around).push();
            case "pop" -> new DataCommands(around).pop();
            case "barrier" -> new DataCommands(around).barrier();
            case "signal" -> new EventCommands(around).signal();
            case "listen" -> new EventCommands(around).listen();
            case "watch" -> new EventCommands(around).watch();
            case "observe" -> new EventCommands(around).observe();
            case "shell" -> new ShellCommand(around).spec();
            case "who" -> new WhoCommands(around).who();
            case "release" -> new WhoCommands(around).release();
            default -> null;
        };
    }

    /** The end of a help: examples first. */
    static String[] examples(String[] examples, String... more) {
        List<String> lines = new ArrayList<>(List.of("Examples"));
        for (String example : examples) {
            lines.add("  " + example);
        }
        if (more.length > 0) {
            lines.add("");
        }
        lines.addAll(Arrays.asList(more));
        return lines.toArray(String[]::new);
    }
}
