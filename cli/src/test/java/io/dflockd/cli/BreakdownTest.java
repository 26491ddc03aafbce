package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program whose engine breaks down ends, and does not limp on. */
@Timeout(60)
final class BreakdownTest {
    private static final int BROKEN_DOWN = 3;

    @Test
    void anErrorInsideTheEngineEndsTheProcessWithOneEntryOfLog(@TempDir Path folder) throws Exception {
        Path block = folder.resolve("io/dflockd/engine/Block.class");
        Files.createDirectories(block.getParent());
        Files.writeString(block, "this is no class"); // found out when the first list gets its first item

        try (ChildProgram program = ChildProgram.startWith(folder, "--port", "0");
                Socket client = program.connect()) {
            client.getOutputStream().write("rpush\njobs\na\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(program.status()).isEqualTo(BROKEN_DOWN);
            assertThat(program.errors())
                    .filteredOn(line -> line.contains("the engine broke down"))
                    .hasSize(1);
        }
    }
}
