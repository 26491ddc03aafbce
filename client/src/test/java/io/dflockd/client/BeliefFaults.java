package io.dflockd.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong while clients believe: connections break in all ways, and processes stand still for up to several
 * leases. Most of it is aimed at whoever holds the lock at the moment, since most clients only wait.
 */
final class BeliefFaults implements AutoCloseable {
    static final String FREEZES = "SIGSTOP";

    private static final List<Direction> DIRECTIONS = List.of(Direction.values());

    private static final int MAX_MILLIS = 4 * 1000 * Believer.MAX_LEASE_SECONDS;

    /** The longest pause between two faults of connections: a lease sees some, but has time to run out between. */
    private static final int BREAK_MILLIS = 800;

    /** The longest pause between two freezes of a child, if there were only one child. */
    private static final int FREEZE_MILLIS = 30_000;

    private final List<FaultProxy> proxies;
    private final List<ChildJvm> children;
    private final IntSupplier holder;
    private final Random random;
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "faults"));
    private final Map<String, Integer> counts = new TreeMap<>();
    // Only on the executor's thread:
    private final Set<FaultProxy> sick = new HashSet<>();
    private final Set<Integer> frozen = new HashSet<>();
    private @Nullable Throwable failure;

    /** Each client has its proxy, each child the same number of clients; {@code holder} is a client or negative. */
    BeliefFaults(List<FaultProxy> proxies, List<ChildJvm> children, IntSupplier holder, long seed) {
        this.proxies = List.copyOf(proxies);
        this.children = List.copyOf(children);
        this.holder = holder;
        this.random = new Random(seed);
    }

    void start() {
        later(0, this::breakAgain);
        later(0, this::freezeAgain);
    }

    private void breakAgain() {
        FaultProxy proxy = proxies.get(aim(proxies.size(), 1));
        if (!sick.contains(proxy)) {
            breakConnection(proxy);
        }
        later(random.nextInt(BREAK_MILLIS), this::breakAgain);
    }

    private void freezeAgain() {
        freeze(aim(children.size(), proxies.size() / children.size()));
        later(random.nextInt(FREEZE_MILLIS / children.size()), this::freezeAgain);
    }

    /** One of so many targets, each of which is so many clients. */
    private int aim(int targets, int clientsEach) {
        int aimed = holder.getAsInt();
        return aimed < 0 || random.nextInt(8) == 0 ? random.nextInt(targets) : aimed / clientsEach;
    }

    private void breakConnection(FaultProxy proxy) {
        Direction direction = DIRECTIONS.get(random.nextInt(DIRECTIONS.size()));
        switch (random.nextInt(16)) {
            case 0 -> happen("cut", proxy::cutAll);
            case 1 -> happen("reset", proxy::resetAll);
            case 2 -> happen("server sees an end", proxy::dropServerSide);
            case 3 -> happen("client sees an end", proxy::dropClientSide);
            case 4 -> passing(proxy, "cut after some bytes", () -> proxy.cutAfter(direction, random.nextInt(80)));
            case 5, 6 -> passing(proxy, "swallow", () -> proxy.swallow(direction));
            case 7, 8 -> passing(proxy, "delay", () -> proxy.delay(direction, Duration.ofMillis(random.nextInt(1500))));
            case 9, 10, 11 -> passing(proxy, "black hole", () -> proxy.blackHole(direction));
            default -> passing(proxy, "delay, then black hole", () -> delayThenBlackHole(proxy));
        }
    }

    /**
     * The answer to the next request is late, and no other request arrives. Who counts a lease from the answer, and not
     * from the request, then believes for too long.
     */
    private void delayThenBlackHole(FaultProxy proxy) {
        proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(300 + random.nextInt(600)));
        blackHoleBehind(proxy, proxy.passed(Direction.TO_SERVER));
    }

    private void blackHoleBehind(FaultProxy proxy, long bytes) {
        if (proxy.passed(Direction.TO_SERVER) > bytes) {
            proxy.blackHole(Direction.TO_SERVER);
        } else if (sick.contains(proxy)) {
            later(20, () -> blackHoleBehind(proxy, bytes));
        }
    }

    private void freeze(int child) {
        if (frozen.add(child)) {
            happen(FREEZES, children.get(child)::freeze);
            later(someMillis(MAX_MILLIS), () -> thaw(child));
        }
    }

    /** Short times are more frequent: every grant to a sick client costs all others a lease. */
    private int someMillis(int most) {
        return (int) (most * Math.pow(random.nextDouble(), 2));
    }

    private void thaw(int child) {
        children.get(child).thaw();
        frozen.remove(child);
    }

    private void passing(FaultProxy proxy, String name, Runnable fault) {
        sick.add(proxy);
        happen(name, fault);
        later(someMillis(MAX_MILLIS), () -> heal(proxy));
    }

    private void heal(FaultProxy proxy) {
        proxy.heal();
        sick.remove(proxy);
    }

    private void happen(String name, Runnable fault) {
        fault.run();
        synchronized (counts) {
            counts.merge(name, 1, Integer::sum);
        }
    }

    /** How often each of them happened so far. */
    Map<String, Integer> counts() {
        synchronized (counts) {
            return new TreeMap<>(counts);
        }
    }

    private void later(int millis, Runnable task) {
        var unused = executor.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
            throw thrown;
        }
    }

    /** Nothing goes wrong any more; what did is healed. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("faults do not end");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        for (int child : new ArrayList<>(frozen)) {
            thaw(child);
        }
        proxies.forEach(FaultProxy::heal);
        if (failure != null) {
            throw new IllegalStateException("a fault could not be made", failure);
        }
    }
}
