package io.dflockd.engine;

import io.dflockd.protocol.Field;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;

/** One request without a key: it concerns its session, or asks about all there is. */
record SessionCall(Engine engine, Session session, Request request, Turn turn) {
    /** {@code ping} and {@code barrier}: that it is answered is all it does. */
    boolean acknowledge() {
        return answer(Status.OK);
    }

    /** {@code auth: <secret>}: whoever gets as far as this has no secret to show any more. */
    boolean refuseSecret() {
        Rejected why = new Rejected(Status.ERROR, "no authentication is outstanding");
        turn.outbox().reject(session, request.tag(), request.command(), why);
        return true;
    }

    /** {@code cluster: [<order>]}: an engine knows of no others; who belongs to a cluster does not ask it. */
    boolean haveNoCluster() {
        return answer(Status.ERROR);
    }

    /** {@code fence: on|off} */
    boolean showFence() {
        session.showsFence = request.isOn();
        return answer(Status.OK);
    }

    /** {@code tag: on|off} */
    boolean tag() {
        session.tag(request.isOn());
        return answer(Status.OK);
    }

    /** {@code stable-ref} */
    boolean refer() {
        session.refer(request.reference());
        return answer(Status.OK);
    }

    /** {@code name: <label>}: the last one counts. */
    boolean name() {
        engine.crossings().names().put(session.id(), request.label());
        return answer(Status.OK);
    }

    /** {@code stats: [summary|key|session]}. Nothing changes, not even what is due. */
    boolean stats() {
        if (request.asksAboutSession()) {
            return answer(engine.stats(request.number(Field.SCOPE), turn.nowNanos()));
        }
        if (request.asksAboutKey()) {
            return answer(engine.stats(request.key(), turn.nowNanos()));
        }
        return answer(request.asksForSummary() ? engine.summary() : engine.stats(turn.nowNanos()));
    }

    /** {@code cancel: <tag>}. A request that has just been granted is past cancelling. */
    boolean cancel() {
        Parked<?> parked = session.parked(request.number(Field.TAG));
        if (!session.tagged || parked == null) {
            throw new Rejected(Status.ERROR, "no parked request has that tag");
        }
        Shard shard = parked.shard();
        shard.enter();
        try {
            return cancel(parked, shard.inOrder(turn));
        } finally {
            shard.leave();
        }
    }

    private boolean cancel(Parked<?> parked, Turn here) {
        if (!parked.shard().catchUp(here)) {
            return false;
        }
        if (!parked.parked) {
            throw new Rejected(Status.ERROR, "the request has just been answered");
        }
        Turn ordered = here.replyingFirst(session);
        parked.cancel(ordered);
        ordered.outbox().reply(session, request.tag(), Status.OK.reply());
        return true;
    }

    private boolean answer(Status status) {
        return answer(status.reply());
    }

    private boolean answer(Reply reply) {
        turn.outbox().reply(session, request.tag(), reply);
        return true;
    }
}
