package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DefaultSignalsTest {
    private static final int ENDED_BY_INTERRUPT = 128 + 2;

    @Test
    void aCommandHearsAnInterruptThatItsStarterIgnores() throws Exception {
        Process program = startIgnoringInterrupts(DefaultSignals.in(List.of("sh", "-c", "echo up; exec sleep 60")));
        try {
            assertThat(program.inputReader().readLine()).isEqualTo("up");

            new ProcessBuilder("kill", "-INT", String.valueOf(program.pid())).start();

            assertThat(program.waitFor()).isEqualTo(ENDED_BY_INTERRUPT);
        } finally {
            program.destroyForcibly();
        }
    }

    private static Process startIgnoringInterrupts(List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        whole.addAll(command);
        return new ProcessBuilder(whole).start();
    }
}
