/**
 * Where the application's own code runs, which may wait, throw and refuse. Not exported.
 *
 * <ul>
 *   <li>{@code Callbacks}: what there is, and which kind of task goes where
 *   <li>{@code CallbackThreads}, {@code GrowingPool}: threads, virtual or as many as it takes
 *   <li>{@code InOrder}: one task after the other, as subscriptions need it
 * </ul>
 */
@NullMarked
package io.dflockd.client.callbacks;

import org.jspecify.annotations.NullMarked;
