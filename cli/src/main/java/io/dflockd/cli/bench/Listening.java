package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Hears signals without end and counts them. */
final class Listening extends Work {
    private static final String COMMAND = "listen";
    private static final int SIG = 's' << 16 | 'i' << 8 | 'g';

    private final String channel;
    private final Deliveries deliveries;

    Listening(String channel, Deliveries deliveries, Meter meter) {
        super(meter);
        this.channel = channel;
        this.deliveries = deliveries;
    }

    @Override
    List<Request> preparation() {
        return List.of(new Request(COMMAND, channel, ""));
    }

    @Override
    public int ask(ByteBuf out) {
        return Integer.MAX_VALUE;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        if (end - start < 4 || in.getMedium(start) != SIG) {
            throw Faults.unexpected(COMMAND, Replies.text(in, start, end));
        }
    }

    @Override
    public void answered(int lines, long nanos) {
        meter.delivered(lines);
        deliveries.arrived(lines);
    }
}
