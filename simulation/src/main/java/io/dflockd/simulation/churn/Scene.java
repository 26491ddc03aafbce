package io.dflockd.simulation.churn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What all clients of a run share: the server, the books, and whether it is time to go. */
final class Scene {
    final Counts counts = new Counts();
    final Ledger ledger = new Ledger();
    final Rooms rooms = new Rooms();
    private final InetSocketAddress server;
    private final AtomicLong lastNumber = new AtomicLong();
    private final AtomicReference<@Nullable String> fault = new AtomicReference<>();
    private volatile boolean over;

    Scene(InetSocketAddress server) {
        this.server = server;
    }

    Wire connect() throws IOException {
        return Wire.connect(server, counts);
    }

    /** A number that nobody else has. */
    long newNumber() {
        return lastNumber.incrementAndGet();
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    /** Ends the run. The first fault is the one that is told. */
    void fail(String what) {
        fault.compareAndSet(null, what);
        end();
    }

    void throwFault() {
        String what = fault.get();
        if (what != null) {
            throw new Fault(what);
        }
    }
}
