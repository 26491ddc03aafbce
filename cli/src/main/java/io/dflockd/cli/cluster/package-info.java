/** What {@code dflockd cluster} does: asks nodes how they are, tells them what to do, and starts some to play with. */
package io.dflockd.cli.cluster;
