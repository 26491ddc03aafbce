/**
 * What dflockd should answer, said as plainly as possible: lists, linear scans and the sentences of PROTOCOL.md.
 *
 * <p>Written from the specification alone. It shares no line with the engine and imports nothing of it; where the two
 * disagree, one of them misread the specification.
 */
package io.dflockd.simulation.model;
