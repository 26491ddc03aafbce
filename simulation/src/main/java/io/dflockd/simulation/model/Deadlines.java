package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What happens because time passes: a lease ends while others wait for the slot, or a wait times out. */
final class Deadlines {
    private final Resources resources;
    private final List<Session> sessions;

    Deadlines(Resources resources, List<Session> sessions) {
        this.resources = resources;
        this.sessions = sessions;
    }

    /**
     * Fires in the order of the instants. Where a lease and a wait end together, the lease goes first, so that a grant
     * wins over the timeout (4.2); of two waits, the one that came first.
     */
    void fire(long leasesUntil, long waitsUntil) {
        resources.now = leasesUntil;
        while (true) {
            Optional<Holder> lease = nextLease().filter(each -> each.leaseEnd <= leasesUntil);
            Optional<Parked> wait = nextWait().filter(each -> each.giveUpAt() <= waitsUntil);
            if (lease.isPresent()
                    && (wait.isEmpty() || lease.get().leaseEnd <= wait.get().giveUpAt())) {
                resources.evict(lease.get());
            } else if (wait.isPresent()) {
                resources.giveUp(wait.get(), "timeout");
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

    /** All instants to come, whether or not anything would happen then. */
    List<Due> all() {
        List<Due> all = new ArrayList<>();
        for (Key key : resources.keys) {
            key.holders.forEach(holder -> all.add(new Due(key.name, holder.leaseEnd)));
        }
        for (Session session : sessions) {
            session.parked.forEach(parked -> all.add(new Due(parked.waiter().key.name, parked.giveUpAt())));
        }
        all.removeIf(due -> due.instant() <= resources.now);
        return all;
    }

    private Optional<Parked> nextWait() {
        return sessions.stream()
                .flatMap(session -> session.parked.stream())
                .min(Comparator.comparingLong(Parked::giveUpAt).thenComparingLong(parked -> parked.waiter().arrival));
    }
}
