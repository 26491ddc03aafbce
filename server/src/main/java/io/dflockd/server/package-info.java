/**
 * A dflockd server: connections in front, and a runtime behind them that drives the engine. {@link
 * io.dflockd.server.DflockdServer} is where to begin.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>The whole.</b> {@code DflockdServer} puts it together from a {@code ServerConfig}, or says in a
 *       {@code StartupException} why it cannot; {@code Service} is what all connections share.
 *   <li><b>Sockets and threads.</b> {@code EventLoops} has the threads for a {@code Transport}; {@code Admission} is the door;
 *       {@code Tls} and {@code PemFile} are for encryption. A {@code Loop} is what one thread has for itself. {@code Lookout}
 *       keeps it awake for a moment after a hand-over, {@code LastingEpoll} keeps half-closed sockets known; both stand in
 *       the way of the transport as a {@code ForwardingIoHandler}.
 *   <li><b>A connection.</b> {@code Connection} has a {@code Standing}, which is one {@code Phase} after another, a
 *       {@code Pace} and an {@code Exit}. {@code Entrance} lets its client in, with the {@code Authenticator} and
 *       {@code WrongGuesses}. {@code Patience} judges it by its {@code ReadDeadline}.
 *   <li><b>What it hears.</b> {@code Incoming} cuts bytes into frames; {@code Requests} has them run.
 *   <li><b>What it says.</b> {@code Outgoing} keeps lines in order, {@code Output} writes them, {@code WriteDeadline} watches
 *       whether they are taken. What others have for it waits in its {@code Mailbox}, and the {@code Doorbell} tells the loop.
 *       {@code StatsDelivery} gets a long {@code StatsAnswer} from the {@code StatsDesk}; the {@code ClusterDesk} beside it asks
 *       the {@code Administration} of a cluster.
 *   <li><b>The runtime.</b> {@code RuntimeFactory} makes it; {@code EngineRuntime} is what connections know of it, {@code Intake} where they leave requests,
 *       {@code ServerSession} where they hear; {@code ConnectionSession} is a connection's, and {@code HostedOutbox} leads
 *       there. {@code EmbeddedRuntime} runs requests at once; its {@code TimeKeeper} sleeps by an {@code Alarm} and goes by
 *       the {@code SteadyClock}. {@code ServerFence} with its {@code FenceFile}, a {@code LockedFile}; {@code SecureSalts} and
 *       {@code AtomicTally} are what the engine is given. {@code Breakdown} is its end.
 *   <li><b>Memory and log.</b> {@code HeapGuard} refuses data above the {@code Watermark} of what is {@code LongLived};
 *       {@code RefusalLog} tells the operator of it, {@code Seldom}.
 * </ul>
 */
package io.dflockd.server;
