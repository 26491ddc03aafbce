package io.dflockd.simulation.model;

import org.jspecify.annotations.Nullable;

/** A grant in force. */
final class Holder {
    final long grant;
    final Key key;
    final Session session;
    final Mode mode;
    final long leaseSeconds;
    long leaseEnd;

    /** Whether observers may know of it (4.6). */
    boolean isAnnounced;

    /** The two-phase entry that is not used up yet. */
    @Nullable
    Entry entry;

    Holder(long grant, Waiter waiter) {
        this.grant = grant;
        this.key = waiter.key;
        this.session = waiter.session;
        this.mode = waiter.mode;
        this.leaseSeconds = waiter.leaseSeconds;
        this.entry = waiter.entry;
    }

    boolean isLapsed(long now) {
        return now >= leaseEnd;
    }

    String token() {
        return "<t" + grant + ">";
    }

    String fence() {
        return "<f" + grant + ">";
    }

    /** The client knows how the acquisition ended, or can no longer ask. */
    void useUpEntry() {
        session.entries.remove(entry);
        entry = null;
    }

    /** The column "lease over" of 4.3. */
    void lapseEntry() {
        if (entry != null) {
            entry.state = entry.state == Entry.State.TOLD ? Entry.State.TOLD_LAPSED : Entry.State.GRANTED_LAPSED;
        }
    }
}
