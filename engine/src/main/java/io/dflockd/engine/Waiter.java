package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Reply;

/** A parked request that waits for something else than a slot: an item of a list, the others at a barrier. */
final class Waiter extends Link<Waiter> implements Deadlines.Deadline, Parked {
    final WaitingRoom room;
    final Session session;
    final Command command;
    private final long tag;
    private final long sequence;
    private boolean parked = true;
    private int placeInDeadlines = Deadlines.NOWHERE;

    Waiter(WaitingRoom room, Session session, Command command, long tag, long sequence) {
        this.room = room;
        this.session = session;
        this.command = command;
        this.tag = tag;
        this.sequence = sequence;
    }

    /** The request of this call waits from now on. */
    static Waiter park(Call call, WaitingRoom room, long timeoutSeconds) {
        Waiter waiter = new Waiter(
                room,
                call.session(),
                call.request().command(),
                call.request().tag(),
                call.shard().nextArrival());
        call.shard().deadlines.set(waiter, call.turn().after(timeoutSeconds));
        call.session().park(waiter);
        return waiter;
    }

    /** Ends the wait. Whoever still listens gets the reply. */
    void answer(Reply reply, Turn turn) {
        shard().deadlines.cancel(this);
        if (parked) {
            parked = false;
            session.unpark(this);
            turn.outbox().wake(session, tag, reply);
        }
    }

    /** Its session ends: it leaves, and nobody is told on its behalf. */
    void abandon(Turn turn) {
        session.unpark(this);
        if (parked) {
            parked = false;
            room.giveUp(this, turn);
        }
    }

    @Override
    public Shard shard() {
        return room.shard();
    }

    @Override
    public long tag() {
        return tag;
    }

    @Override
    public boolean isParked() {
        return parked;
    }

    @Override
    public void cancel(Turn turn) {
        room.giveUp(this, turn);
    }

    @Override
    public void expire(Turn turn) {
        room.giveUp(this, turn);
    }

    @Override
    public boolean isWait() {
        return true;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int place() {
        return placeInDeadlines;
    }

    @Override
    public void setPlace(int place) {
        placeInDeadlines = place;
    }
}
