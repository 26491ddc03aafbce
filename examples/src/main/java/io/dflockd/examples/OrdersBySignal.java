package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Subscription;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Signals: every order goes to one of the workers, which are a group, and to the audit, which is not in it. */
public final class OrdersBySignal {
    private OrdersBySignal() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(4);
        Queue<String> work = new ConcurrentLinkedQueue<>();
        Queue<String> audit = new ConcurrentLinkedQueue<>();
        try (Dflockd one = Dflockd.connect(args[0]);
                Dflockd two = Dflockd.connect(args[0]);
                Subscription first =
                        one.signals().listen("orders.>", "workers", signal -> note(work, signal.payload(), heard));
                Subscription second =
                        two.signals().listen("orders.>", "workers", signal -> note(work, signal.payload(), heard));
                Subscription all = one.signals().listen("orders.>", signal -> note(audit, signal.channel(), heard))) {
            one.signals().send("orders.eu", "42");
            one.signals().send("orders.us", "43");
            heard.await();
        }
        System.out.println("worked on " + work.size() + " orders, audited " + audit.size());
    }

    private static void note(Queue<String> where, String what, CountDownLatch heard) {
        where.add(what);
        heard.countDown();
    }
}
