package io.dflockd.cli.client;

import io.dflockd.cli.console.Terminal;
import io.dflockd.cli.options.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** One use of a client command: what was typed, and what is around it. */
final class Call {
    private static final String STANDARD_INPUT = "-";
    private static final String SERVER_VARIABLE = "DFLOCKD_SERVER";
    private static final String CLUSTER_VARIABLE = "DFLOCKD_CLUSTER";

    private final ParseResult commandLine;
    private final Surroundings around;

    Call(ParseResult commandLine, Surroundings around) {
        this.commandLine = commandLine;
        this.around = around;
    }

    InputStream in() {
        return around.in();
    }

    PrintStream out() {
        return around.out();
    }

    PrintStream err() {
        return around.err();
    }

    Map<String, String> environment() {
        return around.environment();
    }

    /** All words that are no options, in order. */
    List<String> words() {
        List<PositionalParamSpec> matched = commandLine.matchedPositionals(); // one, for each stretch of words
        return matched.isEmpty() ? List.of() : matched.get(0).stringValues();
    }

    String word(int index) {
        return words().get(index);
    }

    boolean hasWord(int index) {
        return words().size() > index;
    }

    long number(int index) {
        return Long.parseLong(word(index));
    }

    /** Complains of a word that should be a number, before anything is done. */
    void requireNumber(int index, String label) {
        try {
            var unused = number(index);
        } catch (NumberFormatException none) {
            throw misuse(label + " takes a whole number, not '" + word(index) + "'");
        }
    }

    /** The word, or what standard input has if the word is a dash; the end of its last line does not count. */
    String text(int index) {
        String word = word(index);
        if (!word.equals(STANDARD_INPUT)) {
            return word;
        }
        String all = standardInput();
        return all.endsWith("\n") ? all.substring(0, all.length() - 1) : all;
    }

    /** The words from there on; a dash stands for the lines of standard input. */
    List<String> texts(int from) {
        List<String> texts = new ArrayList<>();
        for (String word : words().subList(from, words().size())) {
            texts.addAll(word.equals(STANDARD_INPUT) ? standardInput().lines().toList() : List.of(word));
        }
        return texts;
    }

    private String standardInput() {
        try {
            return new String(around.in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("standard input cannot be read", unreadable);
        }
    }

    boolean isOn(Option<Boolean> option) {
        return option.isOn(commandLine);
    }

    boolean isGiven(Option<?> option) {
        return option.isGiven(commandLine);
    }

    <T> T value(Option<T> option) {
        return option.value(commandLine);
    }

    /** The value of an option that may be missing. */
    <T> @Nullable T valueOrNull(Option<T> option) {
        return isGiven(option) ? value(option) : null;
    }

    boolean isForPrograms() {
        return isOn(ClientOption.JSON);
    }

    /** Whether somebody looks at the output. */
    boolean isForPeople() {
        return !isForPrograms() && Terminal.isStandardOutput();
    }

    ParameterException misuse(String complaint) {
        return new ParameterException(commandLine.commandSpec().commandLine(), complaint);
    }

    /** What the command line says, then what the environment says, then a server on this machine. */
    Servers servers() {
        Path authority = valueOrNull(ClientOption.TLS_CA);
        boolean isCluster = isOn(ClientOption.CLUSTER)
                || Arrays.asList("1", "yes", "true").contains(environment().getOrDefault(CLUSTER_VARIABLE, ""));
        return new Servers(
                addresses(),
                isCluster,
                around.token().apply(commandLine).orElse(null),
                isOn(ClientOption.TLS) || authority != null,
                authority);
    }

    private List<String> addresses() {
        String variable = environment().getOrDefault(SERVER_VARIABLE, "");
        if (isGiven(ClientOption.SERVER)) {
            String all = String.join(",", commandLine.matchedOption("--server").stringValues());
            return parsed("--server", all);
        }
        return variable.isEmpty() ? value(ClientOption.SERVER) : parsed(SERVER_VARIABLE, variable);
    }

    private List<String> parsed(String place, String text) {
        try {
            return Servers.ADDRESSES.parse(text);
        } catch (IllegalArgumentException notTaken) {
            throw misuse(place + " takes " + Servers.ADDRESSES.takes() + ", not '" + text + "'");
        }
    }
}
