package io.dflockd.engine;

import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The object of {@code stats: session}: who a session is, and all that it holds, waits for and listens to. */
final class SessionStats {
    /** How many of each are shown; all of them are counted. */
    private static final int MOST_SHOWN = 1_000;

    private static final Comparator<ClaimStats> BY_KEY = Comparator.comparing(ClaimStats::key);

    private final Session session;
    private final Crossings crossings;
    private final long nowNanos;
    private final List<ClaimStats> held = new ArrayList<>();
    private final List<ClaimStats> waiting = new ArrayList<>();
    private int heldCount;
    private int waitingCount;

    SessionStats(Session session, Engine engine, long nowNanos) {
        this.session = session;
        this.crossings = engine.crossings();
        this.nowNanos = nowNanos;
        engine.inEveryShard(this::add);
        held.sort(BY_KEY);
        waiting.sort(BY_KEY);
    }

    private void add(Shard shard) {
        SessionClaims claims = session.claimsOrNull(shard.index);
        if (claims != null) {
            claims.forEach(this::add);
        }
        for (Parked<?> parked : session.allParked()) {
            if (parked instanceof DataWaiter waiter && waiter.parked && waiter.shard() == shard) {
                addWaiting(() -> ClaimStats.waiting(waiter));
            }
        }
    }

    private void add(Claim claim) {
        if (claim.state == Claim.State.QUEUED) {
            addWaiting(() -> ClaimStats.waiting(claim));
        } else if (!claim.isLapsed() && heldCount++ < MOST_SHOWN) {
            held.add(ClaimStats.held(claim));
        }
    }

    private void addWaiting(Supplier<ClaimStats> row) {
        if (waitingCount++ < MOST_SHOWN) {
            waiting.add(row.get());
        }
    }

    byte[] toJson() {
        Lines lines = new Lines();
        JsonObject json = new JsonObject(lines);
        printWho(session, crossings, json);
        json.seconds("open_s", nowNanos - session.openedNanos);
        json.number("held_count", heldCount);
        json.rows("holds", held, (row, into) -> {
            row.printKey(into);
            row.printHeld(nowNanos, into);
        });
        json.number("waiting_count", waitingCount);
        json.rows("waits_for", waiting, (row, into) -> {
            row.printKey(into);
            row.printWaiting(nowNanos, into);
        });
        json.rows("subscriptions", session.subscriptionsUpTo(MOST_SHOWN), SessionStats::print);
        json.end();
        return lines.toBytes();
    }

    /** Who it is, for people. */
    static void printWho(Session session, Crossings crossings, JsonObject json) {
        json.unsigned("conn_id", session.id());
        json.textIfAny("name", crossings.nameOf(session));
        json.textIfAny("address", session.origin.address());
        json.textIfAny("node", session.origin.node());
    }

    private static void print(Subscriber subscriber, JsonObject json) {
        Subscription what = subscriber.what;
        json.word("kind", what.kind().name().toLowerCase(Locale.ROOT)).text("pattern", what.name());
        if (what.hasGroup()) {
            json.text("group", what.group());
        }
    }
}
