/** The wire, without the client: a {@code WireConnection} to a {@code Target}, for whoever asks one thing at a time. */
package io.dflockd.cli.wire;
