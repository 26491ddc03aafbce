package io.dflockd.cli;

import io.dflockd.server.StartupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every setting with the value that counts and where it came from, in the form of a configuration file.
 *
 * <p>What has no value is commented out, and so is a secret, which is never shown.
 */
final class PrintedConfig {
    private PrintedConfig() {}

    static List<String> lines(Settings settings) throws StartupException {
        List<String> lines = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            lines.add(line(setting, counting(setting, settings)));
        }
        return lines;
    }

    private static Optional<Given> counting(Setting setting, Settings settings) throws StartupException {
        if (setting == Setting.AUTH_TOKEN) {
            return AuthToken.find(settings).map(AuthToken::given);
        }
        return settings.effective(setting);
    }

    private static String line(Setting setting, Optional<Given> given) {
        boolean comment = given.isEmpty() || setting.kind().isSecret();
        String value = setting.kind().isSecret() && given.isPresent()
                ? "****"
                : given.map(Given::shown).orElse("");
        String origin = given.map(PrintedConfig::origin).orElse("default");
        return padded((comment ? "# " : "") + setting.key() + " = " + value) + " # " + origin;
    }

    private static String origin(Given given) {
        return given.source() == Source.DEFAULT ? "default" : given.source() + " " + given.place();
    }

    private static String padded(String text) {
        int width = 40;
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
