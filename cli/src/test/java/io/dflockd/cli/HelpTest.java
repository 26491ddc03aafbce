package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.cli.client.ClientCommands;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HelpTest {
    @ParameterizedTest
    @EnumSource
    void hasALineForEverySetting(Setting setting) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("--help");

        assertThat(outcome.out())
                .anyMatch(line -> line.startsWith("  " + setting.flag()) && line.contains(setting.description()));
    }

    @Test
    void fitsEightyColumns() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("--help");

        assertThat(outcome.out()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "serve --help", "help serve", "--port 7000 --help"})
    void isPrintedHoweverItIsAskedFor(String command) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(command.split(" "));

        assertThat(outcome.out()).first().isEqualTo("Usage: dflockd [serve] [OPTION]...");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    @Test
    void listsEveryCommandInAGroup() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("help");

        assertThat(outcome.out())
                .contains("  lock        Runs a command while a lock is held: flock(1) across machines.");
        assertThat(outcome.out()).allMatch(line -> line.length() <= 80);
        assertThat(Overview.names()).containsAll(ClientCommands.names());
        assertThat(outcome.status()).isZero();
    }

    static Stream<String> screens() {
        return Stream.concat(
                Overview.names().stream(),
                Stream.of("kv get", "kv set", "kv del", "kv cas", "counter incr", "list range", "list push"));
    }

    @ParameterizedTest
    @MethodSource("screens")
    void everyCommandHasAScreenOfHelp(String command) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run((command + " --help").split(" "));

        assertThat(outcome.out()).first().asString().startsWith("Usage: dflockd ");
        assertThat(outcome.out()).allMatch(line -> line.length() <= 80);
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"lokc, lock", "lisen, listen", "counetr, counter", "serv, serve"})
    void aMistypedCommandGetsASuggestion(String typed, String meant) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(typed, "x");

        assertThat(outcome.err())
                .containsExactly("dflockd: unknown command '" + typed + "', did you mean " + meant
                        + "? (dflockd help lists them all)");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesCommandsAndOptions(String shell) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("completion", shell);

        assertThat(String.join("\n", outcome.out())).contains("lock", "'--conflict-exit-code'");
        assertThat(outcome.status()).isZero();
        assertThat(Program.IN_EMPTY_ENVIRONMENT.run("completion", "fish").err())
                .containsExactly("dflockd: it takes one of bash, zsh");
    }

    @Test
    void hasAScreenForTheLoadGeneratorToo() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("help", "bench");

        assertThat(outcome.out()).first().isEqualTo("Usage: dflockd bench [OPTION]...");
        assertThat(outcome.out()).allMatch(line -> line.length() <= 80);
        assertThat(outcome.out())
                .anyMatch(line -> line.startsWith("  --depth=N ") && line.endsWith("Requests in flight on each. [16]"));
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "serve --version"})
    void knowsItsVersion(String command) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(command.split(" "));

        assertThat(outcome.out()).singleElement().asString().startsWith("dflockd ");
        assertThat(outcome.status()).isZero();
    }
}
