package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Environment over flag over file over default, for every row of the table. */
@Pitfall("SL-07")
final class PrecedenceTest {
    @TempDir
    private Path folder;

    private final Map<Source, String> given = new EnumMap<>(Source.class);

    @BeforeEach
    void createFilesThatSettingsCanName() throws IOException {
        Files.writeString(folder.resolve("one"), "");
        Files.writeString(folder.resolve("two"), "");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"(AUTH|ADMIN)_TOKEN.*", "NODE", "PEERS", "CLUSTER_TLS.*"})
    void takesTheDefaultWhenNothingIsGiven(Setting setting) throws IOException {
        assertThat(effective(setting)).isEqualTo(setting.defaultText());
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"(AUTH|ADMIN)_TOKEN.*", "NODE", "PEERS", "CLUSTER_TLS.*"})
    void prefersTheFileToTheDefault(Setting setting) throws IOException {
        given.put(Source.FILE, one(setting));

        assertThat(effective(setting)).isEqualTo(one(setting));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"(AUTH|ADMIN)_TOKEN.*", "NODE", "PEERS", "CLUSTER_TLS.*"})
    void prefersTheFlagToTheFile(Setting setting) throws IOException {
        given.put(Source.FILE, one(setting));
        given.put(Source.FLAG, two(setting));

        assertThat(effective(setting)).isEqualTo(two(setting));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"(AUTH|ADMIN)_TOKEN.*", "NODE", "PEERS", "CLUSTER_TLS.*"})
    void prefersTheEnvironmentToTheFlag(Setting setting) throws IOException {
        given.put(Source.FILE, two(setting));
        given.put(Source.FLAG, two(setting));
        given.put(Source.ENVIRONMENT, one(setting));

        assertThat(effective(setting)).isEqualTo(one(setting));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"(AUTH|ADMIN)_TOKEN.*", "NODE", "PEERS", "CLUSTER_TLS.*"})
    void takesAnEmptyVariableForAnAbsentOne(Setting setting) throws IOException {
        given.put(Source.FLAG, two(setting));
        given.put(Source.ENVIRONMENT, "");

        assertThat(effective(setting)).isEqualTo(two(setting));
    }

    @Test
    void prefersTheOlderNameOfAVariableToItsAlias() {
        Program program = new Program(Map.of("DFLOCKD_GC_LOOP_SLEEP", "7", "DFLOCKD_GC_INTERVAL_S", "8"));

        Program.Outcome outcome = program.run("--print-config");

        assertThat(outcome.setting("gc-interval")).isEqualTo("7");
    }

    @Test
    void takesTheAliasOfAVariableAlone() {
        Program program = new Program(Map.of("DFLOCKD_GC_INTERVAL_S", "8", "DFLOCKD_GC_MAX_IDLE_S", "9"));

        Program.Outcome outcome = program.run("--print-config");

        assertThat(outcome.setting("gc-interval")).isEqualTo("8");
        assertThat(outcome.setting("gc-max-idle")).isEqualTo("9");
    }

    @Test
    void takesTheLastOfSeveralFlags() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(
                "--port=1",
                "--port",
                "2",
                "--debug",
                "--no-debug",
                "--no-fence-field",
                "--fence-field",
                "--print-config");

        assertThat(outcome.setting("port")).isEqualTo("2");
        assertThat(outcome.setting("debug")).isEqualTo("false");
        assertThat(outcome.setting("fence-field")).isEqualTo("true");
    }

    /** The value that counts, as the program itself prints it. */
    private String effective(Setting setting) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("--print-config", "--config", configFile(setting).toString()));
        Map<String, String> environment = new java.util.HashMap<>();
        if (given.containsKey(Source.FLAG)) {
            args.add(setting.flag() + "=" + given.get(Source.FLAG));
        }
        if (given.containsKey(Source.ENVIRONMENT)) {
            environment.put(setting.variables().get(0), given.get(Source.ENVIRONMENT));
        }
        addPartners(setting, environment);
        return new Program(environment).run(args.toArray(String[]::new)).setting(setting.key());
    }

    /** What must be given beside a setting of TLS, or of a cluster. */
    private void addPartners(Setting setting, Map<String, String> environment) {
        if (setting.name().startsWith("TLS") && !given.isEmpty()) {
            environment.putIfAbsent("DFLOCKD_TLS_CERT", setting == Setting.TLS_CERT ? "" : folder + "/one");
            environment.putIfAbsent("DFLOCKD_TLS_KEY", setting == Setting.TLS_KEY ? "" : folder + "/one");
        }
        if (setting == Setting.BOOTSTRAP || setting == Setting.CLUSTER_INSECURE) {
            environment.put("DFLOCKD_DATA_DIR", folder.toString());
        }
    }

    private Path configFile(Setting setting) throws IOException {
        String line = given.containsKey(Source.FILE) ? setting.key() + " = " + given.get(Source.FILE) : "";
        return Files.writeString(folder.resolve("dflockd.conf"), line);
    }

    private String one(Setting setting) {
        return sample(setting, "one", "11", "true", setting == Setting.LOG_FORMAT ? "json" : "nio");
    }

    private String two(Setting setting) {
        return sample(setting, "two", "12", "false", setting == Setting.LOG_FORMAT ? "text" : "epoll");
    }

    private String sample(Setting setting, String file, String number, String yesOrNo, String name) {
        return switch (setting.kind().label()) {
            case "FILE", "DIR" -> folder.resolve(file).toString();
            case "N", "SECONDS" -> setting == Setting.MAX_VALUE ? number + "00" : number;
            case "NAME" -> name;
            case "ADDRESS" -> file + ".example";
            case "" -> yesOrNo;
            default -> throw new IllegalArgumentException(setting + " is of a new kind");
        };
    }
}
