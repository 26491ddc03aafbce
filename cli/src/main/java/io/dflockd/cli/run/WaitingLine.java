package io.dflockd.cli.run;

import io.dflockd.cli.console.StatusLine;
import io.dflockd.cli.console.Words;
import io.dflockd.cli.wire.Target;
import io.dflockd.cli.wire.Unreachable;
import io.dflockd.cli.wire.WireConnection;
import io.dflockd.protocol.Command;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The line on a terminal that says who is in the way. It asks the server once a second, over a connection of its own. */
final class WaitingLine implements AutoCloseable {
    private static final long FIRST_LOOK_MILLIS = 300; // most waits are over by then
    private static final long LOOK_MILLIS = 1_000;
    private static final int KEY_COLUMNS = 30;

    private final String key;
    private final Target target;
    private final StatusLine line;
    private final CountDownLatch over = new CountDownLatch(1);

    private WaitingLine(String key, Target target, PrintStream terminal) {
        this.key = key;
        this.target = target;
        this.line = new StatusLine(terminal);
    }

    static WaitingLine begin(String key, Target target, PrintStream terminal) {
        WaitingLine waiting = new WaitingLine(key, target, terminal);
        Thread thread = new Thread(waiting::run, "dflockd-waiting");
        thread.setDaemon(true);
        thread.start();
        return waiting;
    }

    private void run() {
        Queue queue = Queue.UNKNOWN;
        boolean isOver = pause(FIRST_LOOK_MILLIS);
        while (!isOver) {
            try (WireConnection connection = WireConnection.open(target)) {
                while (!isOver) {
                    queue = queue.next(connection.ask(Command.STATS, key, "key"));
                    show(queue.inWords());
                    isOver = pause(LOOK_MILLIS);
                }
            } catch (Unreachable gone) {
                show(target + " does not answer");
                isOver = pause(LOOK_MILLIS);
            }
        }
    }

    private void show(String who) {
        line.show("dflockd: waiting for " + Words.cut(key, KEY_COLUMNS) + (who.isEmpty() ? "" : ": " + who));
    }

    private boolean pause(long millis) {
        try {
            return over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            return true;
        }
    }

    @Override
    public void close() {
        over.countDown();
        line.close();
    }
}
