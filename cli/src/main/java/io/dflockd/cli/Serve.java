package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code dflockd serve}: runs a server until a signal asks it to stop. */
final class Serve implements Callable<Integer> {
    static final String NAME = "serve";

    static final String CONFIG = "--config";
    static final String PRINT_CONFIG = "--print-config";
    private static final int BROKEN_DOWN = 3; // as of a JVM that ends because the heap is full
    private static final String WHILE_STDIN_IS_OPEN = "--while-stdin-is-open";
    private static final Logger log = LoggerFactory.getLogger(Serve.class);

    private final Map<String, String> environment;
    private final PrintStream out;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);

    Serve(Map<String, String> environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() throws StartupException {
        ParseResult commandLine = spec.commandLine().getParseResult();
        Settings settings = new Settings(file(commandLine), ServeOptions.given(commandLine), environment);
        ServerConfig config = settings.serverConfig();
        if (commandLine.hasMatchedOption(PRINT_CONFIG)) {
            PrintedConfig.lines(settings).forEach(out::println);
        } else {
            Logging.start(settings.logFormat(), settings.isOn(Setting.DEBUG));
            if (commandLine.hasMatchedOption(WHILE_STDIN_IS_OPEN)) {
                Parent.watch();
            }
            serve(config, settings);
        }
        return 0;
    }

    private static void serve(ServerConfig config, Settings settings) throws StartupException {
        System.getProperties().putIfAbsent("io.netty.leakDetection.level", "disabled"); // every buffer would pay for it
        StopSignals signals = StopSignals.caught();
        AtomicBoolean isServing = new AtomicBoolean();
        signals.onFirst(() -> endUnless(isServing));
        try (DflockdServer server = start(config, settings)) {
            isServing.set(true);
            StartReport.log(config, server.address(), server.transport());
            log.info("{}: stopping; a second signal ends it at once", signals.await());
            server.drain().join();
            log.info("stopped");
        }
    }

    /** A node may wait for the others for as long as it likes, and nobody is there to drain: it ends as with a kill. */
    private static void endUnless(AtomicBoolean isServing) {
        if (!isServing.get()) {
            log.info("stopped before it was ready");
            Runtime.getRuntime().halt(0);
        }
    }

    /** The engine broke down. No lock outlives it, and nothing that could fail is tried: that the log has it must do. */
    private static void halt(Error broken) {
        Runtime.getRuntime().halt(BROKEN_DOWN);
    }

    private static DflockdServer start(ServerConfig config, Settings settings) throws StartupException {
        return settings.effective(Setting.DATA_DIR).isPresent()
                ? DurableServer.start(config, settings, Serve::halt)
                : DflockdServer.start(config, Serve::halt);
    }

    private static List<Given> file(ParseResult commandLine) throws StartupException {
        String path = commandLine.matchedOptionValue(CONFIG, "");
        return commandLine.hasMatchedOption(CONFIG) ? ConfigFile.read(Path.of(path)) : List.of();
    }

    /** The subcommand with its options, for picocli. Without annotations: reading them would slow every start down. */
    CommandSpec spec() {
        spec.exitCodeOnInvalidInput(1);
        spec.version("dflockd " + Version.text());
        spec.addOption(OptionSpec.builder(CONFIG)
                .type(String.class)
                .userObject(Kind.READABLE_FILE)
                .build());
        spec.addOption(OptionSpec.builder(PRINT_CONFIG).build());
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        spec.addOption(OptionSpec.builder("-V", "--version").versionHelp(true).build());
        spec.addOption(OptionSpec.builder(WHILE_STDIN_IS_OPEN).hidden(true).build()); // for dflockd cluster try
        ServeOptions.addTo(spec);
        ServeHelp.addTo(spec);
        return spec;
    }
}
