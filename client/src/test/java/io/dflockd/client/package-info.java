/**
 * The tests of the client, beside what they stand on.
 *
 * <p>What tests stand on:
 *
 * <ul>
 *   <li>{@code OnServer}, {@code BehindProxy}: the beginning of most tests
 *   <li>{@code TestServer}, {@code ServerChild}, {@code ClassicServer}: the real server, here, in a process of its own, or as
 *       it was before tags
 *   <li>{@code ScriptedServer}, {@code ScriptedConnection}, {@code ScriptedLane}: what answers as the test says
 *   <li>{@code FaultProxy}, {@code Faults}, {@code Link}, {@code Pipe}, {@code Direction}, {@code Traffic}: a bad network
 *   <li>{@code Listener}, {@code ReservedPort}, {@code ChildJvm}: sockets, ports and processes
 *   <li>{@code VirtualTimers}, {@code VirtualClient}: time that moves when the test says so
 *   <li>{@code Clients}, {@code Worker}, {@code Patience}, {@code Heard}, {@code Tally}, {@code LogLines}: clients, threads that
 *       wait, and what was heard
 *   <li>{@code AnyNetty}, {@code Reloader}, {@code MainClasses}: other class paths, and the classes of the client
 * </ul>
 *
 * <p>The tests:
 *
 * <ul>
 *   <li>of what they stand on: {@code TestServerTest}, {@code ScriptedServerTest}, {@code FaultProxyTest}, {@code ChildJvmTest},
 *       {@code VirtualTimersTest}
 *   <li>of connections: {@code ConnectTest}, {@code ColdConnectTest}, {@code ReconnectTest}, {@code BackoffTest},
 *       {@code KeepAliveTest}, {@code AuthTest}, {@code TlsTest}, {@code DflockdOptionsTest}, {@code NullArgumentsTest}
 *   <li>of servers that are slow, old or bad: {@code SilentServerTest}, {@code FrozenServerTest}, {@code SlowAnswerTest},
 *       {@code HostileServerTest}, {@code NonsenseTest}, {@code ClassicModeTest}, {@code UntaggedConnectionTest}
 *   <li>of several servers: {@code ServerListTest}, {@code ShardingTest}, {@code ShardedServersTest}
 *   <li>of a cluster: {@code NodesTest}, {@code ClusterTest}, {@code NotLeaderTest}, {@code LeaderlessNodeTest}
 *   <li>of slots: {@code AcquireTest}, {@code CancelTest}, {@code TicketTest}, {@code TicketRenewalTest}, {@code TimeLimitTest},
 *       {@code DiagnosisTest}, {@code OwnNameTest}, {@code ThreadLockTest}
 *   <li>of grants: {@code GrantTest}, {@code HoldingTest}, {@code HoldingLincheckTest}, {@code RenewalTest},
 *       {@code RenewalFaultsTest}, {@code LateGrantTest}, {@code ReleaseTest}, {@code ManyGrantsTest}, {@code GrantRaceTest},
 *       {@code ForgottenGrantTest}, {@code ForgottenLockTest}
 *   <li>of work under a grant: {@code WithGrantTest}, {@code InterruptionTest}, {@code ElectionTest}, {@code CandidacyTest}
 *   <li>of data: {@code CounterTest}, {@code ValuesTest}, {@code ItemListTest}, {@code BarrierTest}, {@code RequestsTest},
 *       {@code LargeValueTest}
 *   <li>of news: {@code SignalsTest}, {@code WatchTest}, {@code SubscriptionTest}
 *   <li>of threads that wait: {@code WaitingTest}, {@code LeftWaitingTest}, {@code InterruptTest}, {@code VirtualThreadsTest},
 *       {@code CallbackStarvationTest}, {@code RaceTest}
 *   <li>of what must never happen: {@code Belief}, {@code Believer}, {@code BeliefChild}, {@code BeliefFaults},
 *       {@code BeliefCheck}, {@code BeliefTest}, {@code FencedRegister}: two holders at once; {@code Mishap},
 *       {@code MishapLoader}, {@code MishapScenarios}, {@code MishapTest}: somebody who waits for ever;
 *       {@code DescriptorsTest}: something left open
 *   <li>of what is published: {@code PublicApiTest}, {@code ClientArchitectureTest}, {@code ModulePathTest},
 *       {@code MissingClassTest}, {@code AnyNettyTest}, {@code BomTest}, {@code JavadocTest}, {@code JavadocSnippetsTest},
 *       {@code MapTest}
 * </ul>
 */
@NullMarked
package io.dflockd.client;

import org.jspecify.annotations.NullMarked;
