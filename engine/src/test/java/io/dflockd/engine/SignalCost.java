package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Measures what a signal that matches one subscription costs, with few and with many other subscriptions. Not a test:
 * it is run by hand, and docs/BENCHMARKS.md has what it prints.
 */
final class SignalCost {
    private static final int ROUNDS = 9;
    private static final int SIGNALS = 200_000;
    private static final int SESSIONS = 1_000;

    private final Engine engine = Engine.alone(Settings.DEFAULT, Fence.after(0));
    private final Session sender = new Session(0);
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private final Turn turn = new Turn(0, () -> 0, new Unheard());

    public static void main(String[] arguments) throws ProtocolException {
        for (String pattern : new String[] {"orders.%d.new", "orders.%d.*", "*.%d.>"}) {
            SignalCost few = new SignalCost(pattern, 10);
            SignalCost many = new SignalCost(pattern, 100_000);
            double[] fewNanos = new double[ROUNDS];
            double[] manyNanos = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                fewNanos[round] = few.nanosEach();
                manyNanos[round] = many.nanosEach();
            }
            System.out.printf(
                    "%-15s 10 subscriptions: %4.0f ns   100,000: %4.0f ns   ratio %.2f%n",
                    pattern, median(fewNanos), median(manyNanos), median(manyNanos) / median(fewNanos));
        }
    }

    private SignalCost(String pattern, int subscriptions) throws ProtocolException {
        Session[] sessions = new Session[SESSIONS];
        Arrays.setAll(sessions, id -> new Session(id + 1));
        for (int i = 0; i < subscriptions; i++) {
            run(sessions[i % SESSIONS], frame("listen", String.format(pattern, i), ""));
        }
    }

    private double nanosEach() throws ProtocolException {
        byte[] signal = frame("signal", "orders.7.new", "42");
        long started = System.nanoTime();
        for (int i = 0; i < SIGNALS; i++) {
            run(sender, signal);
        }
        return (System.nanoTime() - started) / (double) SIGNALS;
    }

    private void run(Session session, byte[] frame) throws ProtocolException {
        reader.feed(frame, 0, frame.length);
        if (reader.next() != FrameReader.Step.FRAME) {
            throw new IllegalStateException("not a frame");
        }
        request.read(reader, false);
        engine.apply(session, request, turn);
        reader.settle();
    }

    private static byte[] frame(String command, String key, String argument) {
        return (command + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Takes everything and keeps nothing, but insists that a signal has one receiver. */
    private static final class Unheard implements Outbox {
        @Override
        public void reply(Session to, long tag, Reply reply) {
            if (reply instanceof Reply.Figure figure && figure.value() != 1) {
                throw new IllegalStateException("receivers: " + figure.value());
            }
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {}

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void push(Session to, Push push) {}
    }
}
