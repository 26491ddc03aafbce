/**
 * The commands that are clients of a server, as one types them. {@code ClientCommands} finds them: {@code RunCommands} run a
 * command while something is held, {@code DataCommands} print with a {@code Printer} and {@code EventCommands} with an
 * {@code EventPrinter}, and the {@code ShellCommand} talks. Below a {@code CommandFamily} are several. A {@code ClientCommand} takes words and
 * {@code ClientOption}s, has a {@code ClientHelp}, and works on a {@code Call}, which knows the {@code Servers}.
 */
package io.dflockd.cli.client;
