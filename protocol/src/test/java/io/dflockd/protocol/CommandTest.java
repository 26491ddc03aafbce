package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table of commands; {@link ProtocolDocumentTest} holds its rows against PROTOCOL.md. */
final class CommandTest {
    @Test
    void everyCommandIsFoundByItsWordAlone() {
        for (Command command : Command.values()) {
            assertThat(find(command.word())).isEqualTo(command);
            assertThat(findOrNull(command.word() + "x")).isNotEqualTo(command);
            assertThat(findOrNull("x" + command.word())).isNotEqualTo(command);
        }
        assertThat(findOrNull("")).isNull();
    }

    @Test
    void theUsageReadsLikeTheProtocol() {
        assertThat(Command.SEMAPHORE.usage()).isEqualTo("sl: <timeout> <limit> [<lease>]");
        assertThat(Command.LOCK_RELEASE.usage()).isEqualTo("r: <token>");
    }

    private static Command find(String word) {
        Command command = findOrNull(word);
        if (command == null) {
            throw new AssertionError("there is no command " + word);
        }
        return command;
    }

    private static @Nullable Command findOrNull(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        return Command.find(bytes, 0, bytes.length);
    }
}
