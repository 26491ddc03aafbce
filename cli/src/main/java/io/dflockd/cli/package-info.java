/**
 * The {@code dflockd} program: it reads settings, starts a server, logs, and stops when it is told to.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>Subcommands.</b> {@code Main} finds the one that is meant: {@code Serve}, {@code Bench}, whose work is done in
 *       {@code bench}, {@code Cluster}, whose work is done in {@code cluster}, those that are clients, in {@code client}, or
 *       {@code Rehearse} and {@code RehearseClient}, which the launcher uses. {@code Completion} is for the Tab key of a shell.
 *       An {@code Option} of a subcommand and the {@code Kind} of what it takes are in {@code options}. {@code Misuse} and {@code Nearest} help whoever mistyped;
 *       {@code Version} says which program this is.
 *   <li><b>Settings.</b> {@code Setting} is the table of them, in {@code Group}s, each of a {@code Kind}. {@code Settings} is
 *       what was {@code Given} from each {@code Source}: {@code ServeOptions} on the command line, a {@code ConfigFile}, the
 *       environment; {@code AuthToken} is the one that is a secret. {@code ClusterRules} says which belong together, with the
 *       {@code Peers} of a cluster. {@code PrintedConfig} shows what counts.
 *   <li><b>Help.</b> {@code Overview} lists all commands. {@code ServeHelp}; {@code BenchHelp} with its {@code BenchOption}s; {@code ClusterHelp} with its {@code ClusterOption}s.
 *   <li><b>While it runs.</b> {@code DurableServer} starts what outlives its process. {@code StartReport} says what has started and {@code StopSignals} when to stop.
 *       {@code Logging} writes in a {@code LogFormat}: {@code TextLines} for people, {@code JsonLines} for programs.
 *       {@code Parent} is whose end is also that of this process; {@code console} tells whether anybody looks on.
 * </ul>
 */
package io.dflockd.cli;
