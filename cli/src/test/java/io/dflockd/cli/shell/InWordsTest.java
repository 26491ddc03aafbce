package io.dflockd.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Command;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOCK                  | ok 0000000000000010aaaaaaaaaaaaaaaa 33    | ok   token 0000000000000010aaaaaaaaaaaaaaaa   lease 33 s   fence 16
            ELECT                 | ok 0000000000000010aaaaaaaaaaaaaaaa 33 16 | ok   token 0000000000000010aaaaaaaaaaaaaaaa   lease 33 s   fence 16
            VALUE_GET             | ok 0000000000000010aaaaaaaaaaaaaaaa 33    | ok 0000000000000010aaaaaaaaaaaaaaaa 33
            LOCK                  | timeout                                   | timeout   it did not happen in time
            VALUE_GET             | nil                                       | nil   there is nothing
            VALUE_COMPARE_AND_SET | cas_conflict                              | cas_conflict   the value is another
            COUNTER_INCREMENT     | error                                     | error   incr KEY AMOUNT
            LOCK                  | error_max_locks                           | error_max_locks   max locks
            STATS                 | ok {"a":[]}                               | {"a":[]}
            """)
    void saysWhatAnAnswerMeans(Command command, String reply, String words) {
        assertThat(InWords.of(command, reply)).isEqualTo(words);
    }

    @Test
    void showsALongObjectOnManyLines() {
        String object =
                "{\"key\":\"a{,b\\\"c\",\"holders\":[{\"conn_id\":1,\"mode\":\"read\"},{\"conn_id\":2}],\"none\":[],"
                        + "\"longest_wait_s\":3.911}";

        assertThat(InWords.of(Command.STATS, "ok " + object).lines())
                .containsExactly(
                        "{",
                        "  \"key\":\"a{,b\\\"c\",",
                        "  \"holders\":[",
                        "    {\"conn_id\":1,\"mode\":\"read\"},",
                        "    {\"conn_id\":2}",
                        "  ],",
                        "  \"none\":[],",
                        "  \"longest_wait_s\":3.911",
                        "}");
    }

    @Test
    void aValueCannotDoAnythingToTheTerminal() {
        assertThat(InWords.of(Command.VALUE_GET, "ok \u001b[2J")).isEqualTo("ok \\u001b[2J");
    }
}
