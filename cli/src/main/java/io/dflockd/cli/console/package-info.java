/** The person in front of the program: the {@code Terminal}. */
package io.dflockd.cli.console;
