package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All that was given for the settings of one server, from every source, and what follows from it.
 *
 * <p>The environment wins over the command line, that over the file, and that over the default, for every setting
 * (the authentication token, which may also be in a file of its own, has its own order). What is beaten is checked
 * all the same: a wrong value is never passed over in silence.
 */
final class Settings {
    private final List<Given> weakestFirst = new ArrayList<>();

    Settings(List<Given> file, List<Given> flags, Map<String, String> environment) {
        weakestFirst.addAll(defaults());
        weakestFirst.addAll(file);
        weakestFirst.addAll(flags);
        weakestFirst.addAll(variables(environment));
    }

    /** The value that counts, if the setting has one. */
    Optional<Given> effective(Setting setting) {
        return last(weakestFirst.stream()
                .filter(given -> given.setting() == setting)
                .toList());
    }

    /** The value that counts, if somebody gave one: a switch that is off and a default are not. */
    Optional<Given> chosen(Setting setting) {
        return effective(setting)
                .filter(given -> given.source() != Source.DEFAULT)
                .filter(given -> !setting.kind().isSwitch() || Kind.SWITCH.parse(given.text()));
    }

    /** The value that counts, as what it means; the setting must have one. */
    <T> T value(Setting setting, Kind<T> kind) {
        return kind.parse(effective(setting).orElseThrow().text());
    }

    /** The value that came from one source. */
    Optional<Given> from(Source source, Setting setting) {
        return last(weakestFirst.stream()
                .filter(given -> given.setting() == setting && given.source() == source)
                .toList());
    }

    boolean isOn(Setting setting) {
        return effective(setting).map(given -> Kind.SWITCH.parse(given.text())).orElse(false);
    }

    LogFormat logFormat() {
        return effective(Setting.LOG_FORMAT)
                .map(given -> LogFormat.valueOf(given.text().toUpperCase(Locale.ROOT)))
                .orElse(LogFormat.TEXT);
    }

    /** The configuration of the server that was asked for. */
    ServerConfig serverConfig() throws StartupException {
        ServerConfig.Builder config = ServerConfig.builder();
        for (Given given : weakestFirst) {
            given.applyTo(config);
        }
        requireBeside(Setting.TLS_CERT, Setting.TLS_KEY);
        requireBeside(Setting.TLS_KEY, Setting.TLS_CERT);
        requireBeside(Setting.TLS_CLIENT_CA, Setting.TLS_CERT);
        ClusterRules.check(this);
        Optional<AuthToken> token = AuthToken.find(this);
        Optional<AuthToken> admin = AuthToken.findAdmin(this);
        token.ifPresent(secret -> config.authToken(secret.secret()));
        admin.ifPresent(secret -> config.adminToken(secret.secret()));
        requireTwoTokens(token, admin);
        return config.build();
    }

    /** Where clients need no token nobody shows one, and what they have must not let them change the cluster. */
    private static void requireTwoTokens(Optional<AuthToken> token, Optional<AuthToken> admin) throws StartupException {
        if (admin.isPresent() && token.isEmpty()) {
            throw new StartupException(admin.get().given().name() + " needs --auth-token-file beside it");
        }
        if (admin.isPresent() && token.get().secret().equals(admin.get().secret())) {
            throw new StartupException(admin.get().given().name() + " must hold another secret than that of clients");
        }
    }

    /** Complains of a setting that was given without another one that it makes no sense without. */
    void requireBeside(Setting setting, Setting other) throws StartupException {
        Optional<Given> given = chosen(setting);
        if (given.isPresent() && effective(other).isEmpty()) {
            throw new StartupException(given.get().name() + " needs " + other.flag() + " beside it");
        }
    }

    private static List<Given> defaults() {
        List<Given> defaults = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (!setting.defaultText().isEmpty()) {
                defaults.add(new Given(setting, Source.DEFAULT, setting.flag(), setting.defaultText()));
            }
        }
        return defaults;
    }

    /** What the environment says. An empty variable counts as absent. */
    private static List<Given> variables(Map<String, String> environment) {
        List<Given> variables = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            for (String name : setting.variables()) {
                String text = environment.getOrDefault(name, "");
                if (!text.isEmpty()) {
                    variables.add(0, new Given(setting, Source.ENVIRONMENT, name, text));
                }
            }
        }
        return variables;
    }

    private static <T> Optional<T> last(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.get(list.size() - 1));
    }
}
