package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** A few requests, sent over and over. They are written down once, before the clock starts. */
class Questions extends Work {
    private final String command;
    private final byte[][] requests;
    private final int depth;
    private final Budget budget;
    private int next;

    Questions(List<Request> requests, int depth, Budget budget, Meter meter) {
        super(meter);
        this.budget = budget;
        this.command = requests.get(0).command();
        this.requests = requests.stream().map(Request::bytes).toArray(byte[][]::new);
        this.depth = depth;
    }

    @Override
    public final int ask(ByteBuf out) {
        int count = budget.draw(depth);
        for (int i = 0; i < count; i++) {
            out.writeBytes(requests[next]);
            next = next + 1 == requests.length ? 0 : next + 1;
        }
        return count;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        Replies.requireOk(command, in, start, end);
    }
}
