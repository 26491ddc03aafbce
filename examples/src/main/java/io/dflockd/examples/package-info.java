/**
 * Ten small programs with the client, to be read in this order.
 *
 * <ul>
 *   <li>{@code OneAtATime}, {@code WorkerPool}, {@code CronOnce}: a lock, a semaphore, a job that one machine does
 *   <li>{@code FencedWrites}, {@code FencedFile}: what fences are for
 *   <li>{@code LeaderElection}: one leads, another takes over
 *   <li>{@code JobQueue}, {@code StartTogether}: a list and a barrier
 *   <li>{@code ConfigWatch}, {@code OrdersBySignal}: news from the server
 *   <li>{@code ManyServers}: keys that are spread over several servers
 * </ul>
 */
@NullMarked
package io.dflockd.examples;

import org.jspecify.annotations.NullMarked;
