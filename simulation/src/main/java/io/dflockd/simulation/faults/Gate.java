package io.dflockd.simulation.faults;

/** Where clients wait between two jobs while it is closed, and pass when it is open; and where they leave in the end. */
final class Gate {
    private int clients;
    private int waiting;
    private boolean isClosed;
    private boolean isOver;

    Gate(int clients) {
        this.clients = clients;
    }

    /** Whether there is more to do; waits while the gate is closed. */
    synchronized boolean pass() throws InterruptedException {
        waiting++;
        notifyAll();
        while (isClosed && !isOver) {
            wait();
        }
        waiting--;
        return !isOver;
    }

    /** A client does not come back. */
    synchronized void leave() {
        clients--;
        notifyAll();
    }

    /** Returns when all clients stand before it. */
    synchronized void close() throws InterruptedException {
        isClosed = true;
        while (waiting < clients) {
            wait();
        }
    }

    synchronized void open() {
        isClosed = false;
        notifyAll();
    }

    /** Nobody passes any more. */
    synchronized void end() {
        isOver = true;
        notifyAll();
    }
}
