package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Due.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What happens because time passes: a lease ends while others wait for the slot, or a wait times out. */
final class Deadlines {
    private final World world;
    private final Resources resources;
    private final Data data;
    private final Waits waits;

    Deadlines(World world, Resources resources, Data data, Waits waits) {
        this.world = world;
        this.resources = resources;
        this.data = data;
        this.waits = waits;
    }

    /**
     * Fires in the order of the instants. Where a lease and a wait end together, the lease goes first, so that a grant
     * wins over the timeout (4.2); of two waits, the one that came first. Values simply are no longer there.
     */
    void fire(long leasesUntil, long waitsUntil) {
        world.now = leasesUntil;
        data.expire();
        while (true) {
            Optional<Holder> lease = nextLease().filter(each -> each.leaseEnd <= leasesUntil);
            Optional<Parked> wait = nextWait().filter(each -> each.giveUpAt() <= waitsUntil);
            if (lease.isPresent()
                    && (wait.isEmpty() || lease.get().leaseEnd <= wait.get().giveUpAt())) {
                resources.evict(lease.get().key, List.of(lease.get()));
            } else if (wait.isPresent()) {
                waits.giveUp(wait.get());
            } else {
                return;
            }
        }
    }

    /** Without waiters a lapsed holder may stay until the next touch or sweep (4.4). */
    private Optional<Holder> nextLease() {
        return resources.keys.stream()
                .filter(key -> !key.queue.isEmpty())
                .flatMap(key -> key.holders.stream())
                .min(Comparator.comparingLong(holder -> holder.leaseEnd));
    }

    private Optional<Parked> nextWait() {
        return world.sessions.stream()
                .flatMap(session -> session.parked.stream())
                .min(Comparator.comparingLong(Parked::giveUpAt).thenComparingLong(Parked::arrival));
    }

    /** All instants to come, whether or not anything would happen then. */
    List<Due> all() {
        List<Due> all = new ArrayList<>();
        for (Key key : resources.keys) {
            key.holders.forEach(holder -> all.add(new Due(key.name, Kind.RESOURCE, holder.leaseEnd)));
        }
        for (Session session : world.sessions) {
            session.parked.forEach(parked -> all.add(due(parked)));
        }
        data.values.stream()
                .filter(each -> each.expires)
                .forEach(each -> all.add(new Due(each.key, Kind.VALUE, each.expiresAt)));
        all.removeIf(due -> due.instant() <= world.now);
        return all;
    }

    private static Due due(Parked parked) {
        Kind kind = switch (parked.request().verb()) {
            case "blpop", "brpop" -> Kind.LIST;
            case "bwait" -> Kind.BARRIER;
            default -> Kind.RESOURCE;
        };
        return new Due(parked.request().key(), kind, parked.giveUpAt());
    }
}
