package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigFileTest {
    @TempDir
    private Path folder;

    @Test
    void setsWhatItsLinesName() throws IOException {
        String text = """
                # the build farm
                port = 7000

                  max-locks=512   # after a blank, a comment
                debug = yes
                fence-state-file = a#b
                """;

        Program.Outcome outcome = run(text);

        assertThat(outcome.setting("port")).isEqualTo("7000");
        assertThat(outcome.setting("max-locks")).isEqualTo("512");
        assertThat(outcome.setting("debug")).isEqualTo("true");
        assertThat(outcome.setting("fence-state-file")).isEqualTo("a#b");
    }

    @Pitfall("SL-08")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            prot = 7000       | :2: unknown setting prot, did you mean port?
            --port = 7000     | :2: unknown setting --port, did you mean port?
            config = other    | :2: unknown setting config
            debug             | :2: a line takes the form 'name = value'
            = 7000            | :2: a line takes the form 'name = value'
            port = abc        | :2: port takes a whole number from 0 to 65535, not 'abc'
            port =            | :2: port takes a whole number from 0 to 65535, not ''
            host = example    | :2: host was already set in line 1
            """)
    void namesTheLineThatIsWrong(String line, String complaint) throws IOException {
        Program.Outcome outcome = run("host = localhost\n" + line);

        assertThat(outcome.err()).containsExactly("dflockd: " + folder + "/dflockd.conf" + complaint);
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void isRefusedWhenItIsNotText() throws IOException {
        Path path = Files.write(folder.resolve("dflockd.conf"), new byte[] {(byte) 0xff});

        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("--config", path.toString());

        assertThat(outcome.err())
                .containsExactly("dflockd: --config takes a text file in UTF-8, and " + path + " is none");
    }

    private Program.Outcome run(String text) throws IOException {
        Path path = Files.writeString(folder.resolve("dflockd.conf"), text);
        return Program.IN_EMPTY_ENVIRONMENT.run("--config", path.toString(), "--print-config");
    }
}
