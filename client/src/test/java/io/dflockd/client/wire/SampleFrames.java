package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.TEN_SECONDS;
import static io.dflockd.client.wire.Wire.TOKEN;

import java.time.Duration;
import java.util.stream.Stream;

/** One frame of every factory at least. */
final class SampleFrames {
    private SampleFrames() {}

    static Stream<Frame> all() {
        return Stream.of(ofLocks(), ofData(), ofSubscriptions(), ofConnections())
                .flatMap(frames -> frames);
    }

    private static Stream<Frame> ofLocks() {
        return Stream.of(GrantKind.values()).flatMap(SampleFrames::of);
    }

    private static Stream<Frame> of(GrantKind kind) {
        Slot slot = new Slot(kind, "orders", 1, Duration.ofSeconds(33));
        Stream<Frame> oneStep =
                Stream.of(Frames.acquire(slot, TEN_SECONDS), Frames.renew(slot, TOKEN), Frames.release(slot, TOKEN));
        return kind == GrantKind.ELECTION
                ? oneStep
                : Stream.concat(oneStep, Stream.of(Frames.enqueue(slot), Frames.await(slot, TEN_SECONDS)));
    }

    private static Stream<Frame> ofData() {
        return Stream.of(
                Frames.increment("orders", 5),
                Frames.decrement("orders", 5),
                Frames.counter("orders"),
                Frames.setCounter("orders", 5),
                Frames.putValue("orders", "private", TEN_SECONDS),
                Frames.value("orders"),
                Frames.deleteValue("orders"),
                Frames.compareAndSet("orders", "private", "private"),
                Frames.pushFirst("orders", "private"),
                Frames.pushLast("orders", "private"),
                Frames.popFirst("orders"),
                Frames.popLast("orders"),
                Frames.length("orders"),
                Frames.range("orders", 0, -1),
                Frames.takeFirst("orders", TEN_SECONDS),
                Frames.takeLast("orders", TEN_SECONDS),
                Frames.meet("orders", 3, TEN_SECONDS));
    }

    private static Stream<Frame> ofSubscriptions() {
        return Stream.of(
                Frames.observe("orders"),
                Frames.unobserve("orders"),
                Frames.listen("orders.*", "group"),
                Frames.unlisten("orders.*", null),
                Frames.signal("orders", "private"),
                Frames.watch("orders.>"),
                Frames.unwatch("orders.>"));
    }

    private static Stream<Frame> ofConnections() {
        return Stream.of(
                Frames.auth("private"),
                Frames.ping(),
                Frames.name("billing@web-3"),
                Frames.fenceOn(),
                Frames.tagOn(),
                Frames.cancel(5),
                Frames.holders("orders"));
    }
}
