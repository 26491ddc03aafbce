package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The object of {@code stats: key}: who holds the lock, semaphore or read-write lock of one key, and who waits for it. */
record KeyStats(Key key, @Nullable FifoResource resource, long nowNanos) {
    /** How many holders and how many waiters are shown; all of them are counted. */
    private static final int MOST_SHOWN = 100;

    byte[] toJson() {
        Lines lines = new Lines();
        JsonObject json = new JsonObject(lines).text("key", key);
        if (resource == null) {
            json.word("kind", "none").number("waiters", 0).number("holder_count", 0);
            json.rows("holders", List.of(), KeyStats::printNothing);
        } else {
            print(resource, json);
        }
        json.end();
        return lines.toBytes();
    }

    private static void printNothing(Claim none, JsonObject json) {}

    private void print(FifoResource resource, JsonObject json) {
        json.word("kind", ResourceKind.of(resource).word());
        if (resource instanceof Semaphore semaphore) {
            json.number("limit", semaphore.limit);
        }
        json.number("waiters", resource.waiters.size()).number("holder_count", holderCount(resource));
        json.rows("holders", oldestHolders(resource), this::printHolder);
        Claim longest = resource.waiters.firstOrNull();
        if (longest != null) {
            json.rows("queue", firstWaiters(resource), this::printWaiter);
            json.seconds("longest_wait_s", nowNanos - longest.waitingSinceNanos());
        }
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
        List<Claim> oldest = new ArrayList<>();
        for (Claim each = resource.holders.firstOrNull();
                each != null && oldest.size() < MOST_SHOWN;
                each = each.next) {
            if (!isOver(each)) {
                oldest.add(each);
            }
        }
        return oldest;
    }

    private static List<Claim> firstWaiters(FifoResource resource) {
        List<Claim> first = new ArrayList<>();
        for (Claim each = resource.waiters.firstOrNull(); each != null && first.size() < MOST_SHOWN; each = each.next) {
            first.add(each);
        }
        return first;
    }

    private boolean isOver(Claim holder) {
        return holder.isLapsed() || holder.resource.shard.deadlines.dueAtNanos(holder) <= nowNanos;
    }

    private void printHolder(Claim holder, JsonObject json) {
        printSession(holder, json);
        ClaimStats.held(holder).printHeld(nowNanos, json);
    }

    private void printWaiter(Claim waiter, JsonObject json) {
        printSession(waiter, json);
        ClaimStats.waiting(waiter).printWaiting(nowNanos, json);
    }

    private static void printSession(Claim claim, JsonObject json) {
        SessionStats.printWho(claim.session, claim.resource.shard.crossings, json);
    }
}
