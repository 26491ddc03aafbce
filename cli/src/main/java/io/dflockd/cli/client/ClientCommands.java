package io.dflockd.cli.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that are clients of a server, by name. */
public final class ClientCommands {
    private static final Map<String, Function<Surroundings, CommandSpec>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("lock", around -> new RunCommands(around).lock());
        BY_NAME.put("sem", around -> new RunCommands(around).semaphore());
        BY_NAME.put("rw", around -> new RunCommands(around).readWriteLock());
        BY_NAME.put("elect", around -> new RunCommands(around).election());
        BY_NAME.put("kv", around -> new DataCommands(around).values());
        BY_NAME.put("counter", around -> new DataCommands(around).counters());
        BY_NAME.put("list", around -> new DataCommands(around).lists());
        BY_NAME.put("push", around -> new DataCommands(around).push());
        BY_NAME.put("pop", around -> new DataCommands(around).pop());
        BY_NAME.put("barrier", around -> new DataCommands(around).barrier());
        BY_NAME.put("signal", around -> new EventCommands(around).signal());
        BY_NAME.put("listen", around -> new EventCommands(around).listen());
        BY_NAME.put("watch", around -> new EventCommands(around).watch());
        BY_NAME.put("who", around -> new WhoCommands(around).who());
        BY_NAME.put("release", around -> new WhoCommands(around).release());
        BY_NAME.put("observe", around -> new EventCommands(around).observe());
        BY_NAME.put("shell", around -> new ShellCommand(around).spec());
    }

    private ClientCommands() {}

    /** The names of all of them. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** The command of this name, for picocli; null if it is none of these. */
    public static @Nullable CommandSpec find(String name, Surroundings around) {
        Function<Surroundings, CommandSpec> found = BY_NAME.get(name);
        return found == null ? null : found.apply(around);
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
