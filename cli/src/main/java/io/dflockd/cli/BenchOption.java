package io.dflockd.cli;

import io.dflockd.cli.bench.Mode;
import io.dflockd.cli.options.Kind;
import io.dflockd.cli.options.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The options of {@code dflockd bench}. */
final class BenchOption {
    static final Option<Mode> MODE = row("--mode", Kind.oneOf(Mode.class), "lock", "The kind of work; see below.");
    static final Option<Integer> CONNECTIONS =
            row("--connections", Kind.number(1, 65_535), "50", "Clients; one publisher for signals.");
    static final Option<Integer> DEPTH = row("--depth", Kind.number(1, 1_024), "16", "Requests in flight on each.");
    static final Option<Integer> LISTENERS =
            row("--listeners", Kind.number(1, 65_535), "10", "Clients that hear the signals.");
    static final Option<Integer> PAYLOAD = row("--payload", Kind.number(1, 254), "8", "Bytes of a value or a signal.");
    static final Option<Integer> THREADS =
            row("--threads", Kind.number(1, 256), "1", "Event loops that drive the clients.");

    static final Option<Duration> SECONDS = row("--seconds", Kind.fraction("0.1"), "10", "How long to measure.");
    static final Option<Duration> WARMUP = row("--warmup", Kind.fraction("0"), "2", "How long to work before that.");
    static final Option<Integer> REQUESTS =
            row("--requests", Kind.number(1), "", "How many to measure, cold unless --warmup.");

    static final Option<String> HOST = row("--host", Kind.ADDRESS, "127.0.0.1", "Where the server is.");
    static final Option<Integer> PORT = row("--port", Kind.number(1, 65_535), "6388", "Its port.");
    static final Option<String> AUTH_TOKEN =
            row("--auth-token", Kind.SECRET, "", "Secret to send first; others see it in ps.");
    static final Option<Path> AUTH_TOKEN_FILE = row("--auth-token-file", Kind.FILE, "", "File with the secret.");
    static final Option<Boolean> TLS = row("--tls", Kind.SWITCH, "", "Speak TLS.");
    static final Option<Path> TLS_CA =
            row("--tls-ca", Kind.READABLE_FILE, "", "Speak TLS, and trust this signer (PEM).");
    static final Option<Boolean> INSECURE = row("--insecure", Kind.SWITCH, "", "Speak TLS, and trust any certificate.");

    static final Option<Boolean> JSON = row("--json", Kind.SWITCH, "", "Print one JSON object.");
    static final Option<Boolean> CSV = row("--csv", Kind.SWITCH, "", "Print a row, below a line of names.");
    static final Option<Boolean> NO_HEADER = row("--no-header", Kind.SWITCH, "", "Print the row alone.");
    static final Option<Boolean> QUIET = row("--quiet", Kind.SWITCH, "", "Show no progress on the terminal.");

    static final List<Option<?>> WORK = List.of(MODE, CONNECTIONS, DEPTH, LISTENERS, PAYLOAD, THREADS);
    static final List<Option<?>> TIME = List.of(SECONDS, WARMUP, REQUESTS);
    static final List<Option<?>> SERVER = List.of(HOST, PORT, AUTH_TOKEN, AUTH_TOKEN_FILE, TLS, TLS_CA, INSECURE);
    static final List<Option<?>> OUTPUT = List.of(JSON, CSV, NO_HEADER, QUIET);

    private BenchOption() {}

    private static <T> Option<T> row(String flag, Kind<T> kind, String defaultText, String description) {
        return new Option<>(flag, kind, defaultText, description);
    }
}
