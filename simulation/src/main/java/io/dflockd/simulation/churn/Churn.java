package io.dflockd.simulation.churn;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * One run: a crowd works on a server for some time, then everybody leaves, and the server must be as it was.
 *
 * <p>Memory counts twice: when a tenth of the time is over, and when everybody has left. A server that keeps something of
 * each connection has grown by then. While they are still there, what a few frozen guests have coming may be megabytes.
 */
final class Churn {
    private static final long ALLOWED_GROWTH_KIB = 16 * 1_024;
    private static final long STEP_MILLIS = 50;
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(15);
    private static final Duration TIME_TO_FORGET = Duration.ofSeconds(20);

    private final Options options;
    private final PrintStream out;

    Churn(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Ends with a {@link Fault} if the server does not behave. */
    Summary run() {
        InetSocketAddress other = options.server();
        try (Stage stage = other == null ? new OwnServer() : new OtherServer(other)) {
            return run(stage);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Fault("interrupted");
        }
    }

    private Summary run(Stage stage) throws InterruptedException {
        Scene scene = new Scene(stage.address());
        Crowd crowd = new Crowd(scene, options.seed());
        long startedNanos = System.nanoTime();
        crowd.start();
        passTime(scene, startedNanos, options.time().dividedBy(10));
        long firstHeapKib = Heap.usedKib();
        passTime(scene, startedNanos, options.time());
        scene.end();
        crowd.join();
        scene.throwFault();

        clearLists(scene);
        awaitEmpty(stage);
        long lastHeapKib = Heap.usedKib();
        if (lastHeapKib > firstHeapKib + ALLOWED_GROWTH_KIB) {
            throw new Fault("the heap grew from " + firstHeapKib + " to " + lastHeapKib + " KiB");
        }
        return new Summary(scene.counts, firstHeapKib, lastHeapKib);
    }

    private void passTime(Scene scene, long startedNanos, Duration until) throws InterruptedException {
        long reportedNanos = System.nanoTime();
        while (System.nanoTime() - startedNanos < until.toNanos() && !scene.isOver()) {
            Thread.sleep(STEP_MILLIS);
            if (System.nanoTime() - reportedNanos > BETWEEN_REPORTS.toNanos()) {
                reportedNanos = System.nanoTime();
                long seconds = Duration.ofNanos(reportedNanos - startedNanos).toSeconds();
                out.println("churn: " + seconds + " s: " + scene.counts);
            }
        }
        scene.throwFault();
    }

    private static void clearLists(Scene scene) {
        try (Wire wire = scene.connect()) {
            for (int i = 0; i < Names.ofAKind(); i++) {
                String box = Names.of("box", i);
                String answer;
                do {
                    answer = wire.ask("lpop", box, "_");
                    scene.ledger.popped(box, answer);
                } while (!answer.equals("nil"));
            }
        } catch (IOException gone) {
            throw new Fault("the server does not answer at the end: " + gone);
        }
        scene.ledger.close();
    }

    private static void awaitEmpty(Stage stage) throws InterruptedException {
        long startedNanos = System.nanoTime();
        String left = stage.whatIsLeft();
        while (!left.isEmpty()) {
            if (System.nanoTime() - startedNanos > TIME_TO_FORGET.toNanos()) {
                throw new Fault("the server still remembers: " + left);
            }
            Thread.sleep(STEP_MILLIS);
            left = stage.whatIsLeft();
        }
    }
}
