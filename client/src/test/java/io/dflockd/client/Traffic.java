package io.dflockd.client;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes a {@link FaultProxy} got and gave on in one direction, over all its connections. */
record Traffic(AtomicLong arrived, AtomicLong passed) {
    Traffic() {
        this(new AtomicLong(), new AtomicLong());
    }
}
