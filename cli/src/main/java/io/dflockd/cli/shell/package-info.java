/**
 * What {@code dflockd shell} does. A {@code Shell} reads lines from somebody or from a pipe and gives them to its {@code Desk}.
 * A {@code Line} that is a request goes into the {@code Conversation} with the server; its answer is put {@code InWords} for
 * people. The {@code Manual} says what can be typed, {@code Choices} and {@code Keys} what the Tab key offers.
 */
package io.dflockd.cli.shell;
