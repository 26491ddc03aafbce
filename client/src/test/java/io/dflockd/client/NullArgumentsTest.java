package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whoever gives null where there must be something is told the name of the parameter, before anything is sent. */
@SuppressWarnings("NullAway") // which not every caller has
final class NullArgumentsTest extends OnServer {
    private static final Duration LONG = Duration.ofSeconds(10);

    @TestFactory
    Stream<DynamicTest> areRefusedByName() {
        Lock lock = client.lock("orders");
        ItemList list = client.list("mails");
        Values values = client.values();
        Signals signals = client.signals();
        return Stream.of(
                each("options", () -> Dflockd.connect((DflockdOptions) null)),
                each("addresses", () -> Dflockd.connect((String[]) null)),
                each("key", () -> client.lock(null)),
                each("key", () -> client.barrier(null, 2)),
                each("key", () -> client.election(null)),
                each("lease", () -> lock.lease(null)),
                each("patience", () -> lock.acquire(null)),
                each("patience", () -> lock.acquireAsync(null)),
                each("patience", () -> lock.tryAcquire(null)),
                each("work", () -> lock.withGrant(LONG, null)),
                each("work", () -> lock.withGrantOrInterrupt(LONG, null)),
                each("work", () -> lock.withGrantAsync(LONG, null)),
                each("work", () -> client.withLock("orders", null)),
                each("patience", () -> client.election("chief").campaign(null)),
                each("work", () -> client.election("chief").run(null)),
                each("listener", () -> client.election("chief").observe(null)),
                each("patience", () -> client.barrier("start", 2).await(null)),
                each("key", () -> values.get(null)),
                each("value", () -> values.put("region", null)),
                each("ttl", () -> values.put("region", "north", null)),
                each("value", () -> values.putIfAbsent("region", null)),
                each("expected", () -> values.replace("region", null, "south")),
                each("value", () -> values.replace("region", "north", null)),
                each("item", () -> list.addFirst(null)),
                each("item", () -> list.addLastAsync(null)),
                each("patience", () -> list.takeFirst(null)),
                each("channel", () -> signals.send(null, "4711")),
                each("payload", () -> signals.send("orders", null)),
                each("pattern", () -> signals.listen(null, signal -> {})),
                each("group", () -> signals.listen("orders.>", null, signal -> {})),
                each("handler", () -> signals.listen("orders.>", null)),
                each("pattern", () -> client.watch(null, change -> {})),
                each("handler", () -> client.watch("config.>", null)));
    }

    private static DynamicTest each(String name, ThrowingCallable call) {
        return DynamicTest.dynamicTest(
                name, () -> assertThatNullPointerException().isThrownBy(call).withMessage(name));
    }
}
