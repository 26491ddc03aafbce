/** The bytes of the protocol and nothing else: frames are built and checked, answers are read strictly. */
@NullMarked
package io.dflockd.client.wire;

import org.jspecify.annotations.NullMarked;
