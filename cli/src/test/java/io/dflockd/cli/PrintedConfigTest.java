package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.server.ServerConfig;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrintedConfigTest {
    @TempDir
    private Path folder;

    @Test
    void tellsWhereEveryValueComesFrom() throws IOException {
        Path file = Files.writeString(folder.resolve("dflockd.conf"), "max-keys = 9");
        Program program = new Program(Map.of("DFLOCKD_PORT", "7000"));

        Program.Outcome outcome = program.run("--config=" + file, "--host=::1", "--print-config");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSameSizeAs(Setting.values())
                .contains("host = ::1                               # flag --host")
                .contains("port = 7000                              # environment DFLOCKD_PORT")
                .contains("max-keys = 9                             # file " + file + ":1")
                .contains("max-locks = 1024                         # default")
                .contains("# tls-cert =                             # default");
    }

    @Test
    @Pitfall("TA-09")
    void neverShowsASecret() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "hush-1");
        Path file = Files.writeString(folder.resolve("dflockd.conf"), "auth-token = hush-2");
        Program program = new Program(Map.of("DFLOCKD_AUTH_TOKEN", "hush-3"));

        Program.Outcome outcome =
                program.run("--config=" + file, "--auth-token-file=" + token, "--auth-token=hush-4", "--print-config");

        assertThat(outcome.out())
                .contains("# auth-token = ****                      # environment DFLOCKD_AUTH_TOKEN")
                .noneMatch(line -> line.contains("hush"));
    }

    @Test
    void canBeReadBackAsAFile() throws IOException {
        List<String> printed = Program.IN_EMPTY_ENVIRONMENT
                .run("--port=7000", "--debug", "--print-config")
                .out();
        Path file = Files.write(folder.resolve("dflockd.conf"), printed);

        Program.Outcome again = Program.IN_EMPTY_ENVIRONMENT.run("--config=" + file, "--print-config");

        assertThat(again.out())
                .extracting(PrintedConfigTest::value)
                .isEqualTo(printed.stream().map(PrintedConfigTest::value).toList());
    }

    @Test
    void hasTheDefaultsOfTheLibrary() throws Exception {
        ServerConfig fromTable = new Settings(List.of(), List.of(), Map.of()).serverConfig();

        assertThat(fromTable)
                .usingRecursiveComparison()
                .isEqualTo(ServerConfig.builder().build());
    }

    private static String value(String line) {
        return line.substring(0, line.lastIndexOf('#'));
    }
}
