package io.dflockd.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    @Test
    void areATimeAndPerhapsASeedAndADirectory() {
        assertThat(parse("--minutes", "5")).isEqualTo(new Options(Duration.ofMinutes(5), 7, null));
        assertThat(parse("--seed", "42", "--minutes", "1", "--keep", "here"))
                .isEqualTo(new Options(Duration.ofMinutes(1), 42, Path.of("here")));
    }

    @Test
    void whatIsWrongIsSaidInOneLine() {
        assertRefused("for how long?");
        assertRefused("--minutes needs a value", "--minutes");
        assertRefused("0 is not a number from 1 to 100000", "--minutes", "0");
        assertRefused("soon is not a number", "--minutes", "soon");
        assertRefused("--clients is not an option", "--clients", "5");
    }

    private static void assertRefused(String why, String... args) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(args)).withMessage(why);
    }

    private static Options parse(String... args) {
        return Options.parse(args, 7);
    }
}
