package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForgottenGrantTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final LogLines log = new LogLines(Grant.class);

    @AfterEach
    void closeLog() {
        log.close();
    }

    private static VirtualClient client(LeakDetection level) {
        return new VirtualClient(DflockdOptions.builder().leakDetection(level));
    }

    private static ScriptedLane renewing(VirtualClient client) {
        return client.lane().answering(request -> "ok 10 1");
    }

    /** Acquires a lock, and loses sight of it at once. */
    private static void acquireAndForget(VirtualClient client, ScriptedLane lane) {
        awaitCollected(new WeakReference<>(client.grant(lane, "orders", LEASE)));
    }

    static void awaitCollected(WeakReference<?> forgotten) {
        eventually().until(() -> {
            System.gc();
            return forgotten.refersTo(null);
        });
    }

    @Test
    void isNotRenewedAndIsNotReleasedEither() {
        VirtualClient client = client(LeakDetection.SAMPLED);
        ScriptedLane lane = renewing(client);

        acquireAndForget(client, lane);
        client.timers.pass(LEASE.multipliedBy(3));

        assertThat(lane.requests()).isEmpty();
        assertThat(client.losses()).containsExactly(LossReason.FORGOTTEN);
        assertThat(lane.timesFinished()).isOne();
        assertThat(client.timers.pending()).isZero();
    }

    @Test
    void isLostWhenItsLeaseIsOverAndNotBefore() {
        VirtualClient client = client(LeakDetection.SAMPLED);
        List<LossReason> told = new CopyOnWriteArrayList<>();
        ScriptedLane lane = renewing(client);
        WeakReference<Grant> forgotten = new WeakReference<>(listening(client.grant(lane, "orders", LEASE), told));
        awaitCollected(forgotten);

        client.timers.pass(LEASE.minusMillis(20));
        assertThat(client.losses()).isEmpty();
        client.timers.pass(Duration.ofMillis(20));

        eventually().untilAsserted(() -> assertThat(told).containsExactly(LossReason.FORGOTTEN));
    }

    /** A listener that does not know the grant does not keep it. */
    private static Grant listening(Grant grant, List<LossReason> told) {
        grant.onLost(told::add);
        return grant;
    }

    @Test
    void isToldOnceWithThePlaceOfItsAcquisition() {
        VirtualClient client = client(LeakDetection.ALL);

        acquireAndForget(client, renewing(client));
        client.timers.pass(LEASE.multipliedBy(3));

        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0).getFormattedMessage())
                .startsWith("lock 'orders' on lock1:6388 is forgotten")
                .containsPattern("ends in [45] s");
        assertThat(frames(warnings().get(0))).anyMatch(frame -> frame.contains("acquireAndForget"));
    }

    @Test
    void isToldAlsoIfThePlaceWasNotNotedAndThenTheNextOneIs() {
        VirtualClient client = client(LeakDetection.SAMPLED);
        ScriptedLane lane = renewing(client);

        do {
            acquireAndForget(client, lane);
            client.timers.pass(LEASE);
        } while (hasPlace(lastWarning())); // by chance, one time in 128
        assertThat(lastWarning().getFormattedMessage()).endsWith("not known, but will be next time.");

        acquireAndForget(client, lane);
        client.timers.pass(LEASE);

        assertThat(hasPlace(lastWarning())).isTrue();
    }

    @Test
    void isRenewedForEverIfTheOptionsSaySo() {
        VirtualClient client = client(LeakDetection.OFF);
        ScriptedLane lane = renewing(client);

        acquireAndForget(client, lane);
        client.timers.pass(LEASE.multipliedBy(3));

        assertThat(lane.requests("n")).hasSizeGreaterThan(3);
        assertThat(client.losses()).isEmpty();
        assertThat(log.all()).isEmpty();
    }

    @Test
    void oneThatIsKeptIsRenewedWhateverTheCollectorDoes() {
        VirtualClient client = client(LeakDetection.SAMPLED);
        ScriptedLane lane = renewing(client);
        Grant kept = client.grant(lane, "orders", LEASE);

        try {
            for (int i = 0; i < 5; i++) {
                System.gc();
                client.timers.pass(LEASE);
            }
            assertThat(client.losses()).isEmpty();
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    @Test
    void oneThatWasReleasedIsNotMissed() {
        VirtualClient client = client(LeakDetection.ALL);
        ScriptedLane lane = client.lane().answering(request -> request.startsWith("r ") ? "ok" : "ok 10 1");
        WeakReference<Grant> released = new WeakReference<>(released(client.grant(lane, "orders", LEASE)));

        awaitCollected(released);
        client.timers.pass(LEASE.multipliedBy(3));

        assertThat(log.all()).isEmpty();
        assertThat(client.losses()).isEmpty();
    }

    private static Grant released(Grant grant) {
        assertThat(grant.release()).isTrue();
        return grant;
    }

    private List<ILoggingEvent> warnings() {
        return log.all().stream().filter(line -> line.getLevel() == Level.WARN).toList();
    }

    private ILoggingEvent lastWarning() {
        return warnings().get(warnings().size() - 1);
    }

    private static boolean hasPlace(ILoggingEvent line) {
        return line.getThrowableProxy() != null;
    }

    private static Stream<String> frames(ILoggingEvent line) {
        return Stream.of(line.getThrowableProxy().getStackTraceElementProxyArray())
                .map(StackTraceElementProxy::toString);
    }
}
