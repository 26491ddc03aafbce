/**
 * What {@code dflockd lock}, {@code sem}, {@code rw} and {@code elect} do: a {@code GuardedRun} follows its {@code Plan}. It
 * waits, with a {@code WaitingLine} about the {@code Queue} on a terminal, then runs the {@code Child} and passes on the
 * {@code Signals} that come; {@code OnLost} is what becomes of the command without its lock.
 */
package io.dflockd.cli.run;
