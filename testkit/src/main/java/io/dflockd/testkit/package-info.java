/**
 * What the tests of several modules share; none of it is published.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>The wire.</b> {@code WireClient} speaks it and knows nothing of its meaning; {@code Certificates} are for TLS.
 *   <li><b>Conformance vectors.</b> {@code Vectors} reads them out of PROTOCOL.md. A {@code Vector} is a list of
 *       {@code Step}s, with {@code Escapes} in its text and {@code Bindings} for its variables. A {@code VectorRun} plays
 *       one on a {@code Stage}: the {@code TcpStage}, or one that a module brings. {@code Received} is what was heard.
 *   <li><b>Pitfalls.</b> {@code Pitfall} says which faults of others a test shows ours not to have; {@code PitfallList} is
 *       their catalogue, and {@code PitfallCoverage} holds the two against each other.
 *   <li><b>Documents.</b> {@code Project} finds the files of the project; {@code Snippets} are the examples in them, and a
 *       {@code SnippetCompiler} compiles those.
 * </ul>
 */
package io.dflockd.testkit;
