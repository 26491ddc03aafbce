package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Some requests to be made once, each of which must be answered with ok. */
final class Errand implements Conversation {
    private static final int AT_ONCE = 64;

    private final List<Request> requests;
    private int first;
    private int next;

    Errand(List<Request> requests) {
        this.requests = requests;
    }

    @Override
    public int ask(ByteBuf out) {
        first = next;
        while (next < requests.size() && next < first + AT_ONCE) {
            out.writeBytes(requests.get(next++).bytes());
        }
        return next - first;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        Replies.requireOk(requests.get(first + place).command(), in, start, end);
    }
}
