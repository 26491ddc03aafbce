package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Slot;
import java.util.concurrent.CompletableFuture;

/** The first of two phases, from the call to the ticket; another node is asked if one refuses it for the moment. */
final class Queueing {
    private final Slot slot;
    private final Frame frame;
    private final ServerLink server;
    private final Core core;
    private final TimeLimit limit;
    private final Hops hops = new Hops();
    private final CompletableFuture<Ticket> result = new CompletableFuture<>();

    Queueing(Slot slot, ServerLink server, Core core) {
        this.slot = slot;
        this.frame = Frames.enqueue(slot);
        this.server = server;
        this.core = core;
        this.limit = new TimeLimit(core.options().connection.answerTimeout(), core);
    }

    /** Begins; completes on the transport's thread. */
    CompletableFuture<Ticket> start() {
        Lanes.give(server.lanes().forTicket(slot.key(), limit), result, this::ask);
        return result;
    }

    private void ask(Lane lane) {
        Exchange exchange = lane.send(frame);
        exchange.then(result, (answer, broken) -> {
            if (broken != null) {
                lane.finished();
                result.completeExceptionally(broken);
            } else {
                answered(exchange, lane);
            }
        });
    }

    private void answered(Exchange exchange, Lane lane) {
        try {
            Steps.end(result, Ticket.of(exchange, slot, lane, core), Ticket::closeAsync);
        } catch (DflockdException refused) {
            if (hops.another(refused, lane.server(), server, limit)) {
                start();
            } else {
                result.completeExceptionally(refused);
            }
        }
    }
}
