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
        Claim longest = resource == null ? null : resource.waiters.firstOrNull();
        if (longest != null) {
            json.seconds("longest_wait_s", nowNanos - longest.waitingSinceNanos());
        }
        json.end();
        return lines.toBytes();
    }

    private void printResource(FifoResource resource, JsonObject json) {
        json.word("kind", ResourceKind.of(resource).word());
        if (resource instanceof Semaphore semaphore) {
            json.number("limit", semaphore.limit);
        }
        json.number("waiters", resource.waiters.size()).number("holder_count", holderCount(resource));
    }

    /** Nobody is evicted by a look, so a lease may be over of which its shard does not know yet. */
    private int holderCount(FifoResource resource) {
        if (resource.shard.deadlines.nextNanos() > nowNanos) {
            return resource.holders.unlapsed();
        }
        int count = 0;
        for (Claim each = resource.holders.firstOrNull(); each != null; each = each.next) {
            count += isOver(each) ? 0 : 1;
        }
        return count;
    }

    private List<Claim> oldestHolders(FifoResource resource) {
        List<Claim> oldest = new ArrayList<>(MOST_HOLDERS);
        for (Claim each = resource.holders.firstOrNull();
                each != null && oldest.size() < MOST_HOLDERS;
                each = each.next) {
            if (!isOver(each)) {
                oldest.add(each);
            }
        }
        return oldest;
    }

    private boolean isOver(Claim holder) {
        return holder.isLapsed() || holder.resource.shard.deadlines.dueAtNanos(holder) <= nowNanos;
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
