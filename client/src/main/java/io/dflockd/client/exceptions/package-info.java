/**
 * What can go wrong, each kind its own unchecked exception below {@link io.dflockd.client.exceptions.DflockdException}.
 *
 * <ul>
 *   <li>{@code LockTimeoutException}, {@code WaitInterruptedException}: the wait is over, and nothing is held
 *   <li>{@code GrantLostException}, {@code LeaseExpiredException}: what was held is not held any more
 *   <li>{@code ConnectionException}, {@code ClientClosedException}, {@code AuthException}: no connection
 *   <li>{@code DrainingException}, {@code NotLeaderException}: another server, or the same one later
 *   <li>{@code MaxLocksException}, {@code MaxKeysException}, {@code MaxWaitersException}, {@code ListFullException}: a limit
 *       of the server
 *   <li>{@code LimitMismatchException}, {@code TypeMismatchException}, {@code BarrierCountMismatchException}: others use the
 *       key as something else
 *   <li>{@code AlreadyQueuedException}, {@code NotQueuedException}: a ticket too many, or none
 *   <li>{@code ProtocolViolationException}: the server, or something between, makes no sense
 * </ul>
 */
@NullMarked
package io.dflockd.client.exceptions;

import org.jspecify.annotations.NullMarked;
