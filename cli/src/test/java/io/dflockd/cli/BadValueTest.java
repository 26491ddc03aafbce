package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrong value ends the start with one line that names the setting and what it takes. */
@Pitfall("SL-08")
final class BadValueTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --max-locks=0              | --max-locks takes a whole number, at least 1, not '0'
            --max-locks=-1             | --max-locks takes a whole number, at least 1, not '-1'
            --max-keys=-1              | --max-keys takes a whole number, at least 0, not '-1'
            --max-inflight=0           | --max-inflight takes a whole number, at least 1, not '0'
            --max-waiters=2147483648   | --max-waiters takes a whole number, at least 0, not '2147483648'
            --port=65536               | --port takes a whole number from 0 to 65535, not '65536'
            --port=0x10                | --port takes a whole number from 0 to 65535, not '0x10'
            --port=1_000               | --port takes a whole number from 0 to 65535, not '1_000'
            --port=٣                   | --port takes a whole number from 0 to 65535, not '٣'
            --port=                    | --port takes a whole number from 0 to 65535, not ''
            --port                     | --port takes a whole number from 0 to 65535, and nothing was given
            --read-timeout=0           | --read-timeout takes whole seconds, at least 1, not '0'
            --read-timeout=1.5         | --read-timeout takes whole seconds, at least 1, not '1.5'
            --write-timeout=-1         | --write-timeout takes whole seconds, at least 0, not '-1'
            --debug=maybe              | --debug takes true or false (or 1, 0, yes, no), not 'maybe'
            --transport=kqueue         | --transport takes one of auto, epoll, io_uring, nio, not 'kqueue'
            --log-format=xml           | --log-format takes one of text, json, not 'xml'
            --host=                    | --host takes a host name or an address, not ''
            --tls-cert=/no/such/file   | --tls-cert takes a file that can be read, not '/no/such/file'
            --fence-state-file=        | --fence-state-file takes the path of a file, not ''
            --config=/no/such/file     | --config takes a file that can be read, not '/no/such/file'
            """)
    void isToldApartByFlag(String argument, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(argument);

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"HOST", "AUTH_TOKEN", "AUTH_TOKEN_FILE", "ADMIN_TOKEN_FILE", "FENCE_STATE_FILE", "DATA_DIR"})
    void isToldApartByVariable(Setting setting) {
        for (String variable : setting.variables()) {
            Program.Outcome outcome = new Program(Map.of(variable, "a\nb")).run();

            assertThat(outcome.err())
                    .containsExactly(
                            "dflockd: " + variable + " takes " + setting.kind().takes() + ", not 'a?b'");
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @Test
    void isToldEvenWhenAStrongerValueIsGood() {
        Program.Outcome outcome = new Program(Map.of("DFLOCKD_PORT", "7000")).run("--port=abc", "--print-config");

        assertThat(outcome.err()).containsExactly("dflockd: --port takes a whole number from 0 to 65535, not 'abc'");
    }

    @Pitfall("TA-07")
    @ParameterizedTest
    @CsvSource({"--tls-cert, --tls-key", "--tls-key, --tls-cert", "--tls-client-ca, --tls-cert"})
    void asksForTheOtherHalfOfATlsPair(String flag, String missing) {
        String anyFile = Program.class.getResource("Program.class").getPath();

        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(flag, anyFile);

        assertThat(outcome.err()).containsExactly("dflockd: " + flag + " needs " + missing + " beside it");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--prot, 'unknown option --prot, did you mean --port? (dflockd --help lists them all)'",
        "--max-lock=1, 'unknown option --max-lock, did you mean --max-locks? (dflockd --help lists them all)'",
        "--raft-peers=1, unknown option --raft-peers (dflockd --help lists them all)",
        "-p, unknown option -p (dflockd --help lists them all)",
        "sevre, 'unknown command ''sevre'', did you mean serve? (dflockd help lists them all)'"
    })
    void suggestsTheNameThatWasProbablyMeant(String typed, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(typed);

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void refusesAWordThatBelongsToNoOption() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("--port", "7000", "7001");

        assertThat(outcome.err())
                .containsExactly("dflockd: unexpected argument '7001' (dflockd --help lists them all)");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Pitfall("LC-06")
    @ParameterizedTest
    @ValueSource(strings = {"9223372036", "9223372037", "9223372036854775807", "99999999999999999999999999"})
    void clampsTimesThatCannotBeCountedInNanoseconds(String seconds) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("--print-config", "--gc-max-idle", seconds);

        assertThat(outcome.setting("gc-max-idle")).isEqualTo("9223372036");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "yes, true", "TRUE, true", "0, false", "No, false", "false, false"})
    void readsEverySpellingOfASwitch(String text, String value) {
        Program.Outcome outcome = new Program(Map.of("DFLOCKD_FENCE_FIELD", text)).run("--print-config");

        assertThat(outcome.setting("fence-field")).isEqualTo(value);
    }
}
