package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import io.dflockd.cli.options.Option;
import java.nio.file.Path;
import java.util.List;

/** The options of {@code dflockd cluster}. */
final class ClusterOption {
    static final Option<String> SERVER = row("--server", Peers.ADDRESS, "127.0.0.1:6388", "Any node of the cluster.");
    static final Option<Path> ADMIN_TOKEN_FILE =
            row("--admin-token-file", Kind.FILE, "", "File with the secret of operators.");
    static final Option<Path> AUTH_TOKEN_FILE = row("--auth-token-file", Kind.FILE, "", "File with that of clients.");
    static final Option<Boolean> TLS = row("--tls", Kind.SWITCH, "", "Speak TLS.");
    static final Option<Path> TLS_CA =
            row("--tls-ca", Kind.READABLE_FILE, "", "Speak TLS, and trust this signer (PEM).");
    static final Option<Boolean> JSON = row("--json", Kind.SWITCH, "", "Print one JSON object.");
    static final Option<Integer> NODES = row("--nodes", Kind.number(1, 9), "3", "How many.");

    static final List<Option<?>> CONNECTION = List.of(SERVER, ADMIN_TOKEN_FILE, AUTH_TOKEN_FILE, TLS, TLS_CA);

    private ClusterOption() {}

    private static <T> Option<T> row(String flag, Kind<T> kind, String defaultText, String description) {
        return new Option<>(flag, kind, defaultText, description);
    }
}
