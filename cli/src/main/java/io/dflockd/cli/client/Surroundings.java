package io.dflockd.cli.client;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/**
 * What is around a command.
 *
 * @param environment the variables that it sees
 * @param token finds the secret for the server, in the same places as a server finds its own
 */
public record Surroundings(
        Map<String, String> environment,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Function<ParseResult, Optional<String>> token) {}
