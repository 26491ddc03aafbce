package io.dflockd.bench;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import java.io.ByteArrayOutputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What it costs to cut pipelined bytes into frames and to read each as a request; figures are of one request. */
@State(Scope.Thread)
public class ParsingBenchmark extends Measured {
    private static final int REQUESTS = 16;
    private static final int SEGMENT = 61; // shorter than two requests, so that most pieces end inside one

    @Param({"lock", "release", "incr", "kset"})
    public String kind;

    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private byte[] batch;

    @Setup
    public void fill() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Frame frame = frame(kind);
        for (int i = 0; i < REQUESTS; i++) {
            bytes.writeBytes(frame.number(i).bytes);
        }
        batch = bytes.toByteArray();
    }

    private static Frame frame(String kind) {
        return switch (kind) {
            case "lock" -> new Frame("l", "orders.####", "30");
            case "release" -> Frame.withToken("r", "orders.####").fence(1_234_567_890_123_456_789L);
            case "incr" -> new Frame("incr", "orders.####", "1");
            default -> new Frame("kset", "orders.####", "value-12\t60");
        };
    }

    /** All requests come in one piece, as from a client that pipelines. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void inOnePiece(Blackhole blackhole) throws ProtocolException {
        reader.feed(batch, 0, batch.length);
        readAll(blackhole);
        reader.settle();
    }

    /** They come in pieces that end inside a request, so that its beginning has to be kept. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void inSmallPieces(Blackhole blackhole) throws ProtocolException {
        for (int from = 0; from < batch.length; from += SEGMENT) {
            reader.feed(batch, from, Math.min(from + SEGMENT, batch.length));
            readAll(blackhole);
            reader.settle();
        }
    }

    private void readAll(Blackhole blackhole) throws ProtocolException {
        while (reader.next() == FrameReader.Step.FRAME) {
            request.read(reader, false);
            blackhole.consume(request.key());
        }
    }
}
