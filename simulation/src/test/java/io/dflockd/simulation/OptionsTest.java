package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    private static Options parse(String... args) {
        return Options.parse(args, 77);
    }

    @Test
    void readsOneSeedARangeAndATime() {
        assertThat(parse("--seed", "4", "--steps", "9")).satisfies(options -> {
            assertThat(options.firstSeed()).isEqualTo(4);
            assertThat(options.lastSeed()).isEqualTo(4);
            assertThat(options.steps()).isEqualTo(9);
        });
        assertThat(parse("--seeds", "1..100").lastSeed()).isEqualTo(100);
        assertThat(parse("--hours", "8").time()).isEqualTo(Duration.ofHours(8));
        assertThat(parse("--hours", "8").firstSeed()).isEqualTo(77);
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> parse()).hasMessage("nothing to run");
        assertThatThrownBy(() -> parse("--seed")).hasMessage("--seed needs a value");
        assertThatThrownBy(() -> parse("--seed", "x")).hasMessage("x is not a number");
        assertThatThrownBy(() -> parse("--seeds", "5")).hasMessage("5 is not a range of seeds such as 1..1000");
        assertThatThrownBy(() -> parse("--seeds", "5..1")).hasMessage("there is no seed from 5 to 1");
        assertThatThrownBy(() -> parse("--seed", "1", "--steps", "-3"))
                .hasMessage("-3 is not a number from 1 to 1000000");
        assertThatThrownBy(() -> parse("--hours", "0")).hasMessage("0 is not a number from 1 to 1000000");
        assertThatThrownBy(() -> parse("--seed", "42", "--seeds", "1..2"))
                .hasMessage("--seed, --seeds and --hours exclude each other");
        assertThatThrownBy(() -> parse("--colour", "red")).hasMessage("--colour is not an option");
    }
}
