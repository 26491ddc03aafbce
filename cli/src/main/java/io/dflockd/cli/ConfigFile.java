package io.dflockd.cli;

import io.dflockd.server.StartupException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of settings, one to a line.
 *
 * <pre>
 * # the build farm
 * port = 7000
 * max-locks = 512      # a comment may also follow a value, after a blank
 * </pre>
 */
final class ConfigFile {
    private static final Pattern LINE = Pattern.compile("([^=\\s]+)\\s*=\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private final Path path;
    private final List<Given> settings = new ArrayList<>();
    private final Map<Setting, Integer> seenInLine = new HashMap<>();

    private ConfigFile(Path path) {
        this.path = path;
    }

    static List<Given> read(Path path) throws StartupException {
        ConfigFile file = new ConfigFile(path);
        int number = 0;
        for (String line : lines(path)) {
            file.add(++number, COMMENT.matcher(line).replaceFirst("").strip());
        }
        return file.settings;
    }

    private static List<String> lines(Path path) throws StartupException {
        try {
            return Files.readAllLines(path);
        } catch (CharacterCodingException notText) {
            throw new StartupException("--config takes a text file in UTF-8, and " + path + " is none", notText);
        } catch (IOException unreadable) {
            throw new StartupException("--config takes a file that can be read, not '" + path + "'", unreadable);
        }
    }

    private void add(int number, String line) throws StartupException {
        if (line.isEmpty()) {
            return;
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw wrong(number, "a line takes the form 'name = value'");
        }
        Setting setting = settingNamed(parts.group(1), number);
        Integer earlier = seenInLine.put(setting, number);
        if (earlier != null) {
            throw wrong(number, setting.key() + " was already set in line " + earlier);
        }
        settings.add(new Given(setting, Source.FILE, place(number), parts.group(2)));
    }

    private Setting settingNamed(String key, int number) throws StartupException {
        return Setting.named(key)
                .orElseThrow(() -> wrong(number, "unknown setting " + key + Nearest.hint(key, keys())));
    }

    private static List<String> keys() {
        return Arrays.stream(Setting.values()).map(Setting::key).toList();
    }

    private StartupException wrong(int number, String complaint) {
        return new StartupException(place(number) + ": " + complaint);
    }

    private String place(int number) {
        return path + ":" + number;
    }
}
