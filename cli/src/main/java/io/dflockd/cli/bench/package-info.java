/** The load generator behind {@code dflockd bench}: it keeps a server busy over many connections and times the answers. */
package io.dflockd.cli.bench;
