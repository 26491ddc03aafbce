package io.dflockd.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The program as a user meets it, run inside the test.
 *
 * @param environment the variables that it sees
 */
record Program(Map<String, String> environment) {
    static final Program IN_EMPTY_ENVIRONMENT = new Program(Map.of());

    /** What the program printed and how it ended. */
    record Outcome(int status, List<String> out, List<String> err) {
        /** The value of one setting in the output of {@code --print-config}. */
        String setting(String key) {
            return out.stream()
                    .filter(line -> line.startsWith(key + " = "))
                    .map(line ->
                            line.substring(key.length() + 3, line.indexOf(" #")).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    Outcome run(String... args) {
        return runWith("", args);
    }

    /** Runs it with something to read on its standard input. */
    Outcome runWith(String input, String... args) {
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = new Main(environment, in, stream(out), stream(err)).run(args);
        return new Outcome(status, lines(out), lines(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
