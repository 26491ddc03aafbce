package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** {@code signal} on the channel of this run. The reply tells how many will hear it. */
final class Signals extends Questions {
    private static final String COMMAND = "signal";

    private final Deliveries deliveries;

    Signals(String channel, String payload, int depth, Deliveries deliveries, Budget budget, Meter meter) {
        super(List.of(new Request(COMMAND, channel, payload)), depth, budget, meter);
        this.deliveries = deliveries;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        Replies.requireOk(COMMAND, in, start, end);
        int receivers = 0;
        for (int i = Replies.field(start); i < end; i++) {
            receivers = 10 * receivers + in.getByte(i) - '0';
        }
        deliveries.promised(receivers);
    }
}
