/** The person in front of the program: the {@code Terminal}, and an {@code OsSignal} that asks the program to stop. */
package io.dflockd.cli.console;
