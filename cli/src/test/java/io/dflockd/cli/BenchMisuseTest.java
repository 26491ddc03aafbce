package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong option ends the program with one line and status 2, before anything is measured. */
final class BenchMisuseTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --mode=locks       | --mode takes one of lock, contend, sem, rw, incr, kset, kget, signal, ping, not 'locks'
            --connections=0    | --connections takes a whole number from 1 to 65535, not '0'
            --depth=1025       | --depth takes a whole number from 1 to 1024, not '1025'
            --payload=255      | --payload takes a whole number from 1 to 254, not '255'
            --threads=none     | --threads takes a whole number from 1 to 256, not 'none'
            --requests=0       | --requests takes a whole number, at least 1, not '0'
            --seconds=0        | --seconds takes seconds, at least 0.1, such as 2.5, not '0'
            --seconds=1e3      | --seconds takes seconds, at least 0.1, such as 2.5, not '1e3'
            --warmup=-1        | --warmup takes seconds, at least 0, such as 2.5, not '-1'
            --port=0           | --port takes a whole number from 1 to 65535, not '0'
            --tls=perhaps      | --tls takes true or false (or 1, 0, yes, no), not 'perhaps'
            --tls-ca=/no/file  | --tls-ca takes a file that can be read, not '/no/file'
            --mode             | --mode takes one of lock, contend, sem, rw, incr, kset, kget, signal, ping, and nothing was given
            --dept=1           | unknown option --dept, did you mean --depth? (dflockd bench --help lists them all)
            fast               | unexpected argument 'fast' (dflockd bench --help lists them all)
            """)
    void isToldInOneLine(String argument, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("bench", argument);

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --json --csv               | --json and --csv exclude each other
            --no-header                | --no-header needs --csv beside it
            --json --no-header         | --no-header needs --csv beside it
            --csv=false --no-header    | --no-header needs --csv beside it
            --seconds=1 --requests=10  | --seconds and --requests exclude each other
            """)
    void isToldWhenOptionsDoNotFitTogether(String arguments, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(("bench " + arguments).split(" ", -1));

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void isToldWhenTheSubcommandItselfIsMistyped() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("bnech");

        assertThat(outcome.err())
                .containsExactly("dflockd: unknown command 'bnech', did you mean bench? (dflockd help lists them all)");
    }
}
