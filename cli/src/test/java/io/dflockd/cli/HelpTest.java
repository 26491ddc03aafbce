package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
    @ValueSource(strings = {"--help", "-h", "help", "serve --help", "help serve", "--port 7000 --help"})
    void isPrintedHoweverItIsAskedFor(String command) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(command.split(" "));

        assertThat(outcome.out()).first().isEqualTo("Usage: dflockd [serve] [OPTION]...");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
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
