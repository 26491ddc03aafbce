package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The object of {@code stats: key}: who holds the lock, semaphore or read-write lock of one key. */
record KeyStats(Key key, @Nullable FifoResource resource, long nowNanos) {
    private static final int MOST_HOLDERS = 10;

    byte[] toJson() {
        Lines lines = new Lines();
        JsonObject json = new JsonObject(lines).text("key", key);
        List<Claim> shown = List.of();
        if (resource == null) {
            json.word("kind", "none").number("waiters", 0).number("holder_count", 0);
        } else {
            printResource(resource, json);
            shown = oldestHolders(resource);
        }
        StatsRows<Claim, Claim> rows = new StatsRows<>("holders", shown, (row, now) -> row, this::printHolder);
        while (rows.printNext(lines, nowNanos)) {} // at most ten
        json.end();
        return lines.toBytes();
    }

    private static void printResource(FifoResource resource, JsonObject json) {
        json.word("kind", ResourceKind.of(resource).word());
        if (resource instanceof Semaphore semaphore) {
            json.number("limit", semaphore.limit);
        }
        json.number("waiters", resource.waiters.size()).number("holder_count", resource.holders.unlapsed());
    }

    private static List<Claim> oldestHolders(FifoResource resource) {
        int most = Math.min(MOST_HOLDERS, resource.holders.unlapsed());
        List<Claim> oldest = new ArrayList<>(most);
        for (Claim each = resource.holders.firstOrNull(); each != null && oldest.size() < most; each = each.next) {
            if (!each.isLapsed()) {
                oldest.add(each);
            }
        }
        return oldest;
    }

    private void printHolder(Claim holder, JsonObject json) {
        json.unsigned("conn_id", holder.session.id());
        if (holder.resource instanceof ReadWriteLock) {
            json.word("mode", holder.reads ? "read" : "write");
        }
        json.seconds("held_s", nowNanos - holder.heldSinceNanos());
        json.seconds("lease_expires_in_s", holder.resource.shard.deadlines.dueAtNanos(holder) - nowNanos);
        json.unsigned("fence", holder.fence);
    }
}
