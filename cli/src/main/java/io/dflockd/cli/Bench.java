package io.dflockd.cli;

import io.dflockd.cli.bench.BenchFailed;
import io.dflockd.cli.bench.Mode;
import io.dflockd.cli.bench.Plan;
import io.dflockd.cli.bench.Progress;
import io.dflockd.cli.bench.Report;
import io.dflockd.cli.bench.Run;
import io.dflockd.cli.bench.Server;
import io.dflockd.cli.console.Terminal;
import io.dflockd.server.StartupException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code dflockd bench}: measures a running server and prints a report. */
final class Bench implements Callable<Integer> {
    static final String NAME = "bench";

    private static final int ONE_REQUEST = 1;
    private static final int ONE_PUBLISHER = 1;

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);

    Bench(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws StartupException, BenchFailed {
        ParseResult commandLine = spec.commandLine().getParseResult();
        requireOptionsThatFit(commandLine);
        boolean quiet = BenchOption.QUIET.isOn(commandLine) || !Terminal.isStandardError();
        Run run = new Run(plan(commandLine), quiet ? Progress.off() : Progress.on(err));
        StopSignals.caught().onFirst(run::stop);
        print(run.perform(), commandLine);
        return 0;
    }

    private void print(Report report, ParseResult commandLine) {
        if (BenchOption.JSON.isOn(commandLine)) {
            out.println(report.json());
        } else if (BenchOption.CSV.isOn(commandLine)) {
            if (!BenchOption.NO_HEADER.isOn(commandLine)) {
                out.println(report.csvHeader());
            }
            out.println(report.csvRow());
        } else {
            out.println(report.text());
        }
    }

    private Plan plan(ParseResult commandLine) throws StartupException {
        Mode mode = BenchOption.MODE.value(commandLine);
        boolean signals = mode == Mode.SIGNAL;
        boolean counted = BenchOption.REQUESTS.isGiven(commandLine);
        return new Plan(
                server(commandLine),
                mode,
                signals && !BenchOption.CONNECTIONS.isGiven(commandLine)
                        ? ONE_PUBLISHER
                        : BenchOption.CONNECTIONS.value(commandLine),
                mode == Mode.CONTEND ? ONE_REQUEST : BenchOption.DEPTH.value(commandLine),
                signals ? BenchOption.LISTENERS.value(commandLine) : 0,
                BenchOption.PAYLOAD.value(commandLine),
                BenchOption.THREADS.value(commandLine),
                counted && !BenchOption.WARMUP.isGiven(commandLine)
                        ? Duration.ZERO
                        : BenchOption.WARMUP.value(commandLine),
                counted ? Plan.ANY_LENGTH : BenchOption.SECONDS.value(commandLine),
                counted ? BenchOption.REQUESTS.value(commandLine) : Plan.ANY_NUMBER);
    }

    private Server server(ParseResult commandLine) throws StartupException {
        Path authority = BenchOption.TLS_CA.isGiven(commandLine) ? BenchOption.TLS_CA.value(commandLine) : null;
        boolean insecure = BenchOption.INSECURE.isOn(commandLine);
        return new Server(
                BenchOption.HOST.value(commandLine),
                BenchOption.PORT.value(commandLine),
                token(commandLine),
                BenchOption.TLS.isOn(commandLine) || authority != null || insecure,
                authority,
                insecure);
    }

    /** Found in the same places and in the same order as a server finds its own. */
    private @Nullable String token(ParseResult commandLine) throws StartupException {
        Settings settings = new Settings(List.of(), ServeOptions.given(commandLine), environment);
        return AuthToken.find(settings).map(AuthToken::secret).orElse(null);
    }

    private void requireOptionsThatFit(ParseResult commandLine) {
        boolean table = BenchOption.CSV.isOn(commandLine);
        require(!table || !BenchOption.JSON.isOn(commandLine), "--json and --csv exclude each other");
        require(table || !BenchOption.NO_HEADER.isOn(commandLine), "--no-header needs --csv beside it");
        boolean timed = BenchOption.SECONDS.isGiven(commandLine);
        require(!timed || !BenchOption.REQUESTS.isGiven(commandLine), "--seconds and --requests exclude each other");
    }

    private void require(boolean fits, String complaint) {
        if (!fits) {
            throw new ParameterException(spec.commandLine(), complaint);
        }
    }

    /** The subcommand with its options, for picocli. */
    CommandSpec spec() {
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
        Stream.of(BenchOption.WORK, BenchOption.TIME, BenchOption.SERVER, BenchOption.OUTPUT)
                .flatMap(List::stream)
                .forEach(option -> spec.addOption(option.spec()));
        BenchHelp.addTo(spec);
        return spec;
    }
}
