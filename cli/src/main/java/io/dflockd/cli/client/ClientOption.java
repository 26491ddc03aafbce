package io.dflockd.cli.client;

import io.dflockd.cli.options.Kind;
import io.dflockd.cli.options.Option;
import io.dflockd.cli.run.OnLost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The options of the commands that are clients. */
final class ClientOption {
    static final Option<List<String>> SERVER =
            row("--server", Servers.ADDRESSES, "127.0.0.1:6388", "Servers, which share the keys.");
    static final Option<Boolean> CLUSTER = row("--cluster", Kind.SWITCH, "", "The servers are nodes of one cluster.");
    static final Option<Path> AUTH_TOKEN_FILE = row("--auth-token-file", Kind.FILE, "", "File with the secret.");
    static final Option<Boolean> TLS = row("--tls", Kind.SWITCH, "", "Speak TLS.");
    static final Option<Path> TLS_CA =
            row("--tls-ca", Kind.READABLE_FILE, "", "Speak TLS, and trust this signer (PEM).");
    static final Option<Boolean> JSON = row("--json", Kind.SWITCH, "", "Print JSON, one object a line.");

    static final List<Option<?>> CONNECTION = List.of(SERVER, CLUSTER, AUTH_TOKEN_FILE, TLS, TLS_CA);

    static final Option<Boolean> NONBLOCK = row("-n", "--nonblock", Kind.SWITCH, "", "Do not wait: now or not at all.");
    static final Option<Duration> TIMEOUT = row("-w", "--timeout", Kind.fraction("0"), "", "Wait no longer than that.");
    static final Option<Integer> CONFLICT_STATUS =
            row("-E", "--conflict-exit-code", Kind.number(0, 255), "1", "Status if it is not granted.");
    static final Option<Boolean> SHARED = row("-s", "--shared", Kind.SWITCH, "", "Read lock: others may read too.");
    static final Option<Boolean> EXCLUSIVE = row("-x", "--exclusive", Kind.SWITCH, "", "Write lock: nobody else.");
    static final Option<Integer> LIMIT = row("--limit", Kind.number(1), "", "How many may hold it at a time.");
    static final Option<Duration> LEASE =
            row("--lease", Kind.seconds(1), "", "What the server waits for if we fall silent.");
    static final Option<OnLost> ON_LOST =
            row("--on-lost", Kind.oneOf(OnLost.class), "kill", "If it is lost: kill or warn.");
    static final Option<Duration> GRACE =
            row("--grace", Kind.fraction("0"), "10", "From SIGTERM to SIGKILL, if it is lost.");

    static final Option<Duration> TTL = row("--ttl", Kind.seconds(1), "", "Gone after that.");
    static final Option<Boolean> IF_ABSENT = row("--if-absent", Kind.SWITCH, "", "Only if there is none.");
    static final Option<Boolean> FIRST = row("--first", Kind.SWITCH, "", "At the beginning, not at the end.");
    static final Option<Boolean> LAST = row("--last", Kind.SWITCH, "", "The last one, not the first.");
    static final Option<Duration> WAIT = row("--wait", Kind.fraction("0"), "", "Wait for an item.");
    static final Option<Duration> PATIENCE = row("--timeout", Kind.fraction("0"), "", "Wait no longer than that.");
    static final Option<String> GROUP =
            row("--group", new Kind<>("NAME", "the name of a group", text -> text), "", "Share with others of it.");
    static final Option<Integer> COUNT = row("--count", Kind.number(1), "", "End after so many.");

    static final Option<Boolean> FORCE = row("--force", Kind.SWITCH, "", "Yes, take it away.");
    static final Option<String> FENCE = row(
            "--fence",
            new Kind<>("NUMBER", "the fence of a holder", text -> {
                return Long.toUnsignedString(Long.parseUnsignedLong(text));
            }),
            "",
            "Which holder, if there are several.");
    static final Option<String> REASON =
            row("--reason", new Kind<>("TEXT", "a reason", text -> text), "", "For the log of the server.");

    private ClientOption() {}

    private static <T> Option<T> row(String flag, Kind<T> kind, String defaultText, String description) {
        return new Option<>(flag, kind, defaultText, description);
    }

    private static <T> Option<T> row(String letter, String flag, Kind<T> kind, String defaultText, String description) {
        return new Option<>(letter, flag, kind, defaultText, description);
    }
}
