package io.dflockd.client;

import io.dflockd.client.wire.Pushed;
import java.util.Locale;
import java.util.function.Consumer;

/** What observers of an election hear; see {@link Election#observe(Consumer)}. */
public enum LeaderEvent {
    /** Somebody leads now; also told to a new observer if somebody leads already. */
    ELECTED,
    /** The leader has gone, and the next in the queue has taken over; {@link #ELECTED} follows if it was a candidate. */
    FAILOVER,
    /** The leader has gone. */
    RESIGNED;

    static LeaderEvent of(Pushed.Leader push) {
        return valueOf(push.event().toUpperCase(Locale.ROOT));
    }
}
