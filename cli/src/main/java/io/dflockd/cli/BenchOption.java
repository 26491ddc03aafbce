package io.dflockd.cli;

import io.dflockd.cli.bench.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * An option of {@code dflockd bench}: its flag, what it takes, its default (empty for none) and a line of help. These are
 * no settings of a server: they come from the command line alone, but for the token.
 */
record BenchOption<T>(String flag, Kind<T> kind, String defaultText, String description) {
    static final BenchOption<Mode> MODE = row("--mode", Kind.oneOf(Mode.class), "lock", "The kind of work; see below.");
    static final BenchOption<Integer> CONNECTIONS =
            row("--connections", Kind.number(1, 65_535), "50", "Clients; one publisher for signals.");
    static final BenchOption<Integer> DEPTH =
            row("--depth", Kind.number(1, 1_024), "16", "Requests in flight on each.");
    static final BenchOption<Integer> LISTENERS =
            row("--listeners", Kind.number(1, 65_535), "10", "Clients that hear the signals.");
    static final BenchOption<Integer> PAYLOAD =
            row("--payload", Kind.number(1, 254), "8", "Bytes of a value or a signal.");
    static final BenchOption<Integer> THREADS =
            row("--threads", Kind.number(1, 256), "1", "Event loops that drive the clients.");

    static final BenchOption<Duration> SECONDS = row("--seconds", Kind.fraction("0.1"), "10", "How long to measure.");
    static final BenchOption<Duration> WARMUP =
            row("--warmup", Kind.fraction("0"), "2", "How long to work before that.");
    static final BenchOption<Integer> REQUESTS =
            row("--requests", Kind.number(1), "", "How many to measure, cold unless --warmup.");

    static final BenchOption<String> HOST = row("--host", Kind.ADDRESS, "127.0.0.1", "Where the server is.");
    static final BenchOption<Integer> PORT = row("--port", Kind.number(1, 65_535), "6388", "Its port.");
    static final BenchOption<String> AUTH_TOKEN =
            row("--auth-token", Kind.SECRET, "", "Secret to send first; others see it in ps.");
    static final BenchOption<Path> AUTH_TOKEN_FILE = row("--auth-token-file", Kind.FILE, "", "File with the secret.");
    static final BenchOption<Boolean> TLS = row("--tls", Kind.SWITCH, "", "Speak TLS.");
    static final BenchOption<Path> TLS_CA =
            row("--tls-ca", Kind.READABLE_FILE, "", "Speak TLS, and trust this signer (PEM).");
    static final BenchOption<Boolean> INSECURE =
            row("--insecure", Kind.SWITCH, "", "Speak TLS, and trust any certificate.");

    static final BenchOption<Boolean> JSON = row("--json", Kind.SWITCH, "", "Print one JSON object.");
    static final BenchOption<Boolean> CSV = row("--csv", Kind.SWITCH, "", "Print a row, below a line of names.");
    static final BenchOption<Boolean> NO_HEADER = row("--no-header", Kind.SWITCH, "", "Print the row alone.");
    static final BenchOption<Boolean> QUIET = row("--quiet", Kind.SWITCH, "", "Show no progress on the terminal.");

    static final List<BenchOption<?>> WORK = List.of(MODE, CONNECTIONS, DEPTH, LISTENERS, PAYLOAD, THREADS);
    static final List<BenchOption<?>> TIME = List.of(SECONDS, WARMUP, REQUESTS);
    static final List<BenchOption<?>> SERVER = List.of(HOST, PORT, AUTH_TOKEN, AUTH_TOKEN_FILE, TLS, TLS_CA, INSECURE);
    static final List<BenchOption<?>> OUTPUT = List.of(JSON, CSV, NO_HEADER, QUIET);

    private static <T> BenchOption<T> row(String flag, Kind<T> kind, String defaultText, String description) {
        return new BenchOption<>(flag, kind, defaultText, description);
    }

    /** For picocli, which leaves the reading of values to us. */
    OptionSpec spec() {
        OptionSpec.Builder option = OptionSpec.builder(flag).type(String.class).userObject(kind);
        return kind.isSwitch()
                ? option.arity("0..1").fallbackValue("true").build()
                : option.arity("1").build();
    }

    boolean isGiven(ParseResult commandLine) {
        return commandLine.hasMatchedOption(flag);
    }

    /** The value that was given, or the default. */
    T value(ParseResult commandLine) {
        String text = commandLine.matchedOptionValue(flag, defaultText);
        try {
            return kind.parse(text);
        } catch (IllegalArgumentException notTaken) {
            throw new ParameterException(
                    commandLine.commandSpec().commandLine(), flag + " takes " + kind.takes() + ", not '" + text + "'");
        }
    }
}
