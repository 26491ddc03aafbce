package io.dflockd.simulation.model;

/** The two-phase state of one session on one key, a row of the table in 4.3. Without an entry it is <i>none</i>. */
final class Entry {
    enum State {
        QUEUED,
        TOLD,
        GRANTED,
        TOLD_LAPSED,
        GRANTED_LAPSED
    }

    final Key key;
    State state = State.QUEUED;

    Entry(Key key) {
        this.key = key;
    }

    /** The place in the queue, while queued. */
    Waiter waiter() {
        return key.queue.stream().filter(each -> each.entry == this).findFirst().orElseThrow();
    }

    /** The slot, while told or granted. */
    Holder holder() {
        return key.holders.stream()
                .filter(each -> each.entry == this)
                .findFirst()
                .orElseThrow();
    }

    /** Whether it has a slot whose lease is over, and that is still in place. */
    boolean isLapsed(long now) {
        return (state == State.TOLD || state == State.GRANTED) && holder().isLapsed(now);
    }
}
