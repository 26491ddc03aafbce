/** The figures of the client as meters of Micrometer. */
@NullMarked
package io.dflockd.client.micrometer;

import org.jspecify.annotations.NullMarked;
