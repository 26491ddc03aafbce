/**
 * The person in front of the program, or the script: the {@code Terminal}, an {@code OsSignal} that asks the program to
 * stop, the {@code ExitStatus}. A {@code StatusLine} changes while one looks; {@code Words} are for people and a
 * {@code JsonLine} is for programs. A {@code Failure} ends the command with one line.
 */
package io.dflockd.cli.console;
