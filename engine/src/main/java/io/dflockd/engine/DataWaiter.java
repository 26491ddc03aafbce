package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Reply;

/** A parked request that waits for something else than a slot: an item of a list, the others at a barrier. */
final class DataWaiter extends Parked<DataWaiter> {
    final WaitingRoom room;
    final Command command;
    private final long tag;

    DataWaiter(WaitingRoom room, Session session, Command command, long tag, long sequence) {
        super(session, sequence);
        this.room = room;
        this.command = command;
        this.tag = tag;
        this.parked = true;
    }

    /** The request of this call waits from now on. */
    static DataWaiter park(Call call, WaitingRoom room, long timeoutSeconds) {
        DataWaiter waiter = new DataWaiter(
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
    @Override
    void answer(Reply reply, Turn turn) {
        shard().deadlines.cancel(this);
        super.answer(reply, turn);
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
    Shard shard() {
        return room.shard();
    }

    @Override
    long tag() {
        return tag;
    }

    @Override
    void cancel(Turn turn) {
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
}
