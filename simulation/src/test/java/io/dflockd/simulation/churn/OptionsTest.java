package io.dflockd.simulation.churn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    private static Options parse(String... args) {
        return Options.parse(args, 77);
    }

    @Test
    void readsTimeSeedAndServer() {
        assertThat(parse("--minutes", "10")).isEqualTo(new Options(Duration.ofMinutes(10), 77, null));
        assertThat(parse("--seconds", "30", "--seed", "-4")).isEqualTo(new Options(Duration.ofSeconds(30), -4, null));
        assertThat(parse("--seconds", "1", "--port", "6388").server()).hasToString("/127.0.0.1:6388");
        assertThat(parse("--host", "127.0.0.2", "--seconds", "1", "--port", "1").server())
                .hasToString("/127.0.0.2:1");
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> parse()).hasMessage("for how long?");
        assertThatThrownBy(() -> parse("--minutes")).hasMessage("--minutes needs a value");
        assertThatThrownBy(() -> parse("--minutes", "soon")).hasMessage("soon is not a number");
        assertThatThrownBy(() -> parse("--seconds", "0")).hasMessage("0 is not a number from 1 to 1000000");
        assertThatThrownBy(() -> parse("--seconds", "1", "--minutes", "1"))
                .hasMessage("--minutes and --seconds exclude each other");
        assertThatThrownBy(() -> parse("--seconds", "1", "--host", "localhost"))
                .hasMessage("--host needs --port beside it");
        assertThatThrownBy(() -> parse("--seconds", "1", "--port", "70000"))
                .hasMessage("70000 is not a number from 1 to 65535");
        assertThatThrownBy(() -> parse("--colour", "red")).hasMessage("--colour is not an option");
    }
}
