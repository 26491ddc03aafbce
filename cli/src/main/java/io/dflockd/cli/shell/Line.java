package io.dflockd.cli.shell;

import io.dflockd.protocol.Command;
import java.util.Arrays;
import java.util.Optional;

/**
 * A request as somebody typed it on one line: {@code l deploy 10}.
 *
 * @param argument as it goes on the wire: of {@code \t} a TAB has become
 */
record Line(Command command, String key, String argument) {
    private static final String NO_KEY = "_";
    private static final String SUMMARY = "summary";

    /** What is before the first blank, and what is after it. */
    private record Split(String word, String rest) {
        static Split of(String text) {
            String[] parts = text.strip().split("\\s+", 2);
            return new Split(parts[0], parts.length > 1 ? parts[1] : "");
        }
    }

    /** Reads a line; throws IllegalArgumentException with words for whoever typed it. */
    static Line read(String text) {
        Split first = Split.of(text);
        Command command = find(first.word())
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown command " + first.word() + "; help lists them all"));
        if (command == Command.TAGGING || command == Command.CANCEL) {
            throw new IllegalArgumentException("the shell does that itself; Ctrl-C takes a request back");
        }
        boolean takesKey = command.isKeyed() || command == Command.STATS || command == Command.CLUSTER;
        if (!takesKey || (command == Command.STATS && first.rest().strip().equals(SUMMARY))) {
            return new Line(command, NO_KEY, unescaped(first.rest()));
        }
        Split second = Split.of(first.rest());
        if (second.word().isEmpty() && command.isKeyed()) {
            throw new IllegalArgumentException("a key is missing: " + Manual.usage(command));
        }
        String key = second.word().isEmpty() ? NO_KEY : second.word();
        return new Line(command, key, unescaped(second.rest()));
    }

    static Optional<Command> find(String word) {
        return Arrays.stream(Command.values())
                .filter(command -> command.word().equals(word))
                .findFirst();
    }

    private static String unescaped(String argument) {
        return argument.replace("\\t", "\t");
    }
}
