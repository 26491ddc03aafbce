package io.dflockd.examples;

import io.dflockd.client.Candidacy;
import io.dflockd.client.Dflockd;
import io.dflockd.client.Leadership;
import java.util.concurrent.CountDownLatch;

/** An election: two candidates, of whom one leads until it gives up; then the other does. */
public final class LeaderElection {
    private LeaderElection() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch terms = new CountDownLatch(2);
        try (Dflockd one = Dflockd.connect(args[0]);
                Dflockd other = Dflockd.connect(args[0]);
                Candidacy first = one.election("scheduler").run(leadership -> lead("one", leadership, terms));
                Candidacy second = other.election("scheduler").run(leadership -> lead("other", leadership, terms))) {
            terms.await();
        }
    }

    /** Returning resigns; a leader that loses its post is interrupted and campaigns again. */
    private static void lead(String name, Leadership leadership, CountDownLatch terms) {
        System.out.println(name + " leads: " + leadership.isHeld());
        terms.countDown();
    }
}
