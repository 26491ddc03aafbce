package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.server.StartupException;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthTokenTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private final List<Given> flags = new ArrayList<>();
    private final List<Given> file = new ArrayList<>();

    @Test
    @Pitfall("SL-07")
    void isTakenFromTheFirstOfSixPlaces() throws Exception {
        List<String> inOrder = new ArrayList<>();
        environment.put("DFLOCKD_AUTH_TOKEN", "of the environment");
        flags.add(flag(Setting.AUTH_TOKEN, "of the flag"));
        flags.add(flag(Setting.AUTH_TOKEN_FILE, tokenFile("a", "in the file of the flag")));
        environment.put("DFLOCKD_AUTH_TOKEN_FILE", tokenFile("b", "in the file of the environment"));
        file.add(line(Setting.AUTH_TOKEN, "of the configuration"));
        file.add(line(Setting.AUTH_TOKEN_FILE, tokenFile("c", "in the file of the configuration")));

        inOrder.add(token());
        environment.remove("DFLOCKD_AUTH_TOKEN");
        inOrder.add(token());
        flags.remove(0);
        inOrder.add(token());
        flags.remove(0);
        inOrder.add(token());
        environment.remove("DFLOCKD_AUTH_TOKEN_FILE");
        inOrder.add(token());
        file.remove(0);
        inOrder.add(token());
        file.remove(0);
        inOrder.add(token());

        assertThat(inOrder)
                .containsExactly(
                        "of the environment",
                        "of the flag",
                        "in the file of the flag",
                        "in the file of the environment",
                        "of the configuration",
                        "in the file of the configuration",
                        "none");
    }

    @Test
    void losesTheBlanksAroundIt() throws Exception {
        flags.add(flag(Setting.AUTH_TOKEN_FILE, tokenFile("token", "\t two words \r\n")));

        assertThat(token()).isEqualTo("two words");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void countsAsNotGivenWhenTheFlagIsEmpty(String text) throws Exception {
        flags.add(flag(Setting.AUTH_TOKEN, text));

        assertThat(token()).isEqualTo("none");
    }

    @Pitfall("TA-05")
    @ParameterizedTest
    @CsvSource({"'', is empty", "' \n', is empty", "'a\nb', has several lines", "'a\rb', has several lines"})
    void isRefusedWhenItsFileHoldsNoSingleLine(String contents, String fault) throws IOException {
        String path = tokenFile("token", contents);
        environment.put("DFLOCKD_AUTH_TOKEN_FILE", path);

        assertThatThrownBy(this::token)
                .isInstanceOf(StartupException.class)
                .hasMessage("DFLOCKD_AUTH_TOKEN_FILE takes a file with one line of 1 to 65536 bytes, and " + path + " "
                        + fault);
    }

    @Test
    @Pitfall({"TA-05", "TA-09"})
    void isRefusedButNotShownWhenItIsNotASingleLine() {
        environment.put("DFLOCKD_AUTH_TOKEN", "hush\nhush");

        assertThatThrownBy(this::token)
                .hasMessage("DFLOCKD_AUTH_TOKEN takes one line of 1 to 65536 bytes, and this has several lines");
    }

    @Test
    void mayBeAsLongAsALine() throws Exception {
        environment.put("DFLOCKD_AUTH_TOKEN", "x".repeat(65_536));

        assertThat(token()).hasSize(65_536);
    }

    @Test
    void isRefusedWhenItIsLongerThanALine() {
        environment.put("DFLOCKD_AUTH_TOKEN", "é".repeat(32_769));

        assertThatThrownBy(this::token).hasMessageEndingWith("is longer");
    }

    @Test
    void isRefusedWhenItsFileCannotBeRead() {
        flags.add(flag(Setting.AUTH_TOKEN_FILE, "/no/such/file"));

        assertThatThrownBy(this::token).hasMessageEndingWith("and /no/such/file cannot be read");
    }

    @Test
    void isRefusedWhenItsFileIsNotText() throws IOException {
        Path path = Files.write(folder.resolve("token"), new byte[] {(byte) 0xff, (byte) 0xfe});
        flags.add(flag(Setting.AUTH_TOKEN_FILE, path.toString()));

        assertThatThrownBy(this::token).hasMessageEndingWith("is not text in UTF-8");
    }

    private String token() throws StartupException {
        String token = new Settings(file, flags, environment).serverConfig().authToken();
        return token == null ? "none" : token;
    }

    private static Given flag(Setting setting, String text) {
        return new Given(setting, Source.FLAG, setting.flag(), text);
    }

    private static Given line(Setting setting, String text) {
        return new Given(setting, Source.FILE, "dflockd.conf:1", text);
    }

    private String tokenFile(String name, String contents) throws IOException {
        return Files.writeString(folder.resolve(name), contents).toString();
    }
}
