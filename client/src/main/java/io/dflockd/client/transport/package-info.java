/** Connections to servers: frames go out, the answer to each comes back as a future, pushes arrive beside them. */
@NullMarked
package io.dflockd.client.transport;

import org.jspecify.annotations.NullMarked;
