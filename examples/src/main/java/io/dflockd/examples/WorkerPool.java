package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.client.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A semaphore: however many workers there are on however many machines, three at a time call the slow service. */
public final class WorkerPool {
    private static final int AT_A_TIME = 3;

    private WorkerPool() {}

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            Semaphore slots = dflockd.semaphore("slow-service", AT_A_TIME);
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                workers.add(new Thread(() -> {
                    try (Grant slot = slots.acquire(Duration.ofSeconds(30))) {
                        most.accumulateAndGet(busy.incrementAndGet(), Math::max);
                        slot.ensureHeld(); // the call would be here
                        busy.decrementAndGet();
                    }
                }));
            }
            workers.forEach(Thread::start);
            for (Thread worker : workers) {
                worker.join();
            }
        }
        System.out.println("10 calls, never more than " + AT_A_TIME + " at a time: " + (most.get() <= AT_A_TIME));
    }
}
