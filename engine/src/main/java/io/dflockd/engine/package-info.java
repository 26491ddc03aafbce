/**
 * The state machine of dflockd: a function of its inputs, without clock, thread, lock, socket or chance.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>One step.</b> {@code Engine} takes a request and a {@code Turn}; {@code CommandCode} is the table from command to
 *       code; a {@code Call} is a request with a key on its way through its shard, a {@code SessionCall} one without. What
 *       there is to say goes into the {@code Outbox}, through {@code ReplyFirst} for those who hear pushes; {@code Rejected}
 *       is the way out where a rule forbids a request.
 *   <li><b>Slots.</b> {@code FifoResource} lets claims in, in order of arrival; {@code Semaphore} and {@code ReadWriteLock}
 *       say who may be beside whom. A {@code Claim} is a waiter first and then one of the {@code Holders}.
 *       {@code Observers} are told who leads where such a slot is an election.
 *   <li><b>Data.</b> {@code Counter}, {@code Value}, {@code ItemList} with its {@code Items} in {@code Block}s, and
 *       {@code Barrier} are each a {@code Datum} on a {@code Shelf}. Whoever waits at one, which is then a
 *       {@code WaitingRoom}, is a {@code DataWaiter}.
 *   <li><b>Subscriptions.</b> {@code Subscriptions} finds who wants to hear of a name: in the {@code Audience} of its shard
 *       by a {@code NameIndex}, and across the shards by a {@code PatternIndex}; both are an {@code Index}. A
 *       {@code Subscription} is what is wanted and a {@code Subscriber} who wants it; {@code Listeners} are those
 *       of one name or pattern, alone or in a {@code Group}. A {@code Broadcast} is one push to all of them, a
 *       {@code SignalUnderWay} one that takes several steps.
 *   <li><b>Sessions.</b> {@code Session} is one client, {@code SessionClaims} what it has in one shard, {@code Parked} and
 *       {@code ParkedQueue} the requests it waits for; {@code Sessions} lets it end in steps.
 *   <li><b>What all of these stand on.</b> {@code Shard} is one part of the state, which a {@code ShardGuard} lets one at a
 *       time into; {@code Crossings} is the little that crosses shards ({@code Fence}, {@code Tally}). {@code Deadlines}
 *       is what is to happen when, {@code Upkeep} what time brings about. {@code Table} finds a {@code Keyed} by its key, a
 *       {@code Chain} holds each {@code Link} in order. {@code Settings} with its {@code Limits} is what the operator
 *       chose, {@code Salts} where secrets come from.
 * </ul>
 *
 * <p>Three groups only look at all of this. They are in the same package because looking takes the fields that nobody else
 * is to have: in rooms of their own they would make the whole state public, and a runtime could change what only a turn may
 * change.
 *
 * <ul>
 *   <li><b>Snapshots.</b> {@code Snapshot} says what the bytes are, {@code SnapshotWriter} and {@code SnapshotReader} walk
 *       over them, {@code SnapshotReaderBefore} reads the version before.
 *   <li><b>Figures.</b> {@code Stats} is the object of {@code stats}, made of {@code StatsRows} from {@code LockStats},
 *       {@code DataStats} and {@code SubscriptionStats}; {@code Summary} and {@code KeyStats} are its two small forms.
 *       {@code ResourceKind} has the words, {@code JsonObject} the form. {@code Census} counts what is remembered.
 *   <li><b>Audits.</b> {@code Audit} checks what must always hold; {@code DataAudit} and {@code SubscriptionAudit} are parts
 *       of it.
 * </ul>
 */
package io.dflockd.engine;
