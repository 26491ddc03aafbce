/** What can go wrong, each kind its own unchecked exception below {@link io.dflockd.client.exceptions.DflockdException}. */
@NullMarked
package io.dflockd.client.exceptions;

import org.jspecify.annotations.NullMarked;
