/** The Java client of dflockd; {@link io.dflockd.client.Dflockd} is where to begin. */
@NullMarked
package io.dflockd.client;

import org.jspecify.annotations.NullMarked;
