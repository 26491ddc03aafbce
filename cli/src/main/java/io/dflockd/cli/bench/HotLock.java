package io.dflockd.cli.bench;

import io.dflockd.protocol.FrameWriter;
import io.netty.buffer.ByteBuf;

/**
 * Waits for the one lock that all connections want, and releases it once the event loop has read what else has come: a
 * second grant among that would be a fault of the server.
 */
final class HotLock extends Work {
    private static final String ACQUIRE = "l";
    private static final String RELEASE = "r";
    private static final String PATIENCE_SECONDS = "30";

    private final int connection;
    private final Baton baton;
    private final Budget budget;
    private final byte[] acquire;
    private final byte[] release;
    private final Token token = new Token();
    private long askedNanos;
    private boolean holding;

    HotLock(String key, int connection, Baton baton, Budget budget, Meter meter) {
        super(meter);
        this.budget = budget;
        this.connection = connection;
        this.baton = baton;
        this.acquire = new Request(ACQUIRE, key, PATIENCE_SECONDS).bytes();
        this.release = FrameWriter.opening(RELEASE, key);
    }

    @Override
    public int ask(ByteBuf out) {
        if (holding) {
            out.writeBytes(release);
            token.write(out);
            baton.putDown(System.nanoTime());
            return 1;
        }
        if (budget.draw(2) == 0) {
            return 0;
        }
        out.writeBytes(acquire);
        askedNanos = System.nanoTime();
        return 1;
    }

    @Override
    public boolean letsOthersHearFirst() {
        return holding;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        if (holding) {
            Replies.requireOk(RELEASE, in, start, end);
        } else {
            token.read(ACQUIRE, in, start, end);
            long putDownNanos = baton.pickUp(connection);
            if (putDownNanos >= askedNanos) {
                meter.handedOver(System.nanoTime() - putDownNanos);
            }
        }
        holding = !holding;
    }
}
