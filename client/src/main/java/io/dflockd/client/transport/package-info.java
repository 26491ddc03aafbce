/**
 * Connections to servers: frames go out, the answer to each comes back as a future, pushes arrive beside them. The only
 * package that knows Netty. Not exported.
 *
 * <ul>
 *   <li>{@code Transport}, {@code Timers}: the one thread of a client, and its clock
 *   <li>{@code Endpoint}, {@code ConnectionSettings}: where to connect, and how
 *   <li>{@code Attempt}, {@code Names}, {@code Sockets}, {@code Tls}, {@code Handshake}: the way to a connection
 *   <li>{@code Connection}, {@code Exchange}, {@code InFlight}: requests under way, and their answers
 *   <li>{@code LineCutter}: from bytes to lines
 *   <li>{@code Watchdog}: notices that the server is silent
 *   <li>{@code Lookout}: polls for a moment before the thread sleeps
 *   <li>{@code Steps}: why no future is ever forgotten
 * </ul>
 */
@NullMarked
package io.dflockd.client.transport;

import org.jspecify.annotations.NullMarked;
