package io.dflockd.bench;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs to make a reply and to write it as a line. */
@State(Scope.Thread)
public class ReplyBenchmark extends Measured {
    private static final int PUSHES = 100;

    private final Lines lines = new Lines();
    private final Key channel = Key.of("orders.7.new");
    private final byte[] payload = "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII);
    private long fence;

    /** Fences are as large as those of a server, which start at the clock. */
    @Setup
    public void start() {
        fence = 1_234_567_890_123_456_789L;
    }

    @Benchmark
    public int bare() {
        return write(Request.NO_TAG, Status.OK.reply());
    }

    @Benchmark
    public int granted() {
        return write(Request.NO_TAG, new Reply.Granted(Status.OK, ++fence, -fence, 33, false));
    }

    @Benchmark
    public int grantedWithFenceAndTag() {
        return write(fence & 0xffff, new Reply.Granted(Status.OK, ++fence, -fence, 33, true));
    }

    @Benchmark
    public int figure() {
        return write(Request.NO_TAG, new Reply.Figure(++fence & 0xfffff));
    }

    @Benchmark
    public int text() {
        return write(Request.NO_TAG, new Reply.Text(payload));
    }

    private int write(long tag, Reply reply) {
        lines.clear();
        return lines.reply(tag, reply).length();
    }

    /** One signal is made into a line once and written to a hundred listeners. */
    @Benchmark
    public int signalToHundred() {
        Push push = Push.signal(channel, payload);
        int written = 0;
        for (int i = 0; i < PUSHES; i++) {
            lines.clear();
            push.writeTo(lines);
            written += lines.length();
        }
        return written;
    }
}
