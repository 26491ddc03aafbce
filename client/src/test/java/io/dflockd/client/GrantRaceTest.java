package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that can happen to a grant at the same moment, two at a time on real threads: one of them wins. */
@Pitfall({"CL-14", "CL-10", "CL-02"})
@Timeout(120)
class GrantRaceTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final int ROUNDS = 100;
    private static final ExecutorService threads = Executors.newFixedThreadPool(2);
    private static final VirtualClient client = new VirtualClient();

    @AfterAll
    static void end() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void meetsEveryOther(Event event) throws Exception {
        for (Event other : Event.values()) {
            for (int i = 0; i < ROUNDS; i++) {
                Round round = new Round();
                round.atTheSameTime(event, other);
                round.check();
            }
        }
    }

    enum Event {
        RELEASE(round -> round.said.add(round.grant.release())),
        CLOSE(round -> round.grant.close()),
        RENEWED(round -> round.renewal.complete("ok 10 1")),
        REFUSED(round -> round.renewal.complete("error")),
        BREAK(round -> round.lane.breakOff(new ConnectionException("reset"))),
        CLIENT_CLOSED(round -> round.lane.breakOff(new ClientClosedException())),
        LEASE_END(round -> {
            client.timers.freeze(LEASE);
            round.grant.isHeld();
        }),
        LISTENER(round -> {
            round.late.incrementAndGet();
            round.grant.onLost(reason -> round.toldLate.incrementAndGet());
        });

        private final Consumer<Round> code;

        Event(Consumer<Round> code) {
            this.code = code;
        }

        void happenTo(Round round) {
            code.accept(round);
        }
    }

    /** One grant with a renewal under way. */
    private static final class Round {
        final int lossesBefore = client.losses().size();
        final ScriptedLane lane = client.lane().answering(request -> request.startsWith("r ") ? "ok" : null);
        final Grant grant = client.grant(lane, "orders", LEASE);
        final Exchange renewal;
        final Queue<Boolean> said = new ConcurrentLinkedQueue<>(); // by releases
        final AtomicInteger told = new AtomicInteger();
        final AtomicInteger late = new AtomicInteger(); // listeners that came meanwhile
        final AtomicInteger toldLate = new AtomicInteger();

        Round() {
            client.timers.pass(Duration.ofSeconds(5));
            renewal = lane.oldestOpen();
            grant.onLost(reason -> told.incrementAndGet());
        }

        void atTheSameTime(Event one, Event other) throws Exception {
            CyclicBarrier start = new CyclicBarrier(2);
            Future<?> first = threads.submit(after(start, one));
            Future<?> second = threads.submit(after(start, other));
            first.get();
            second.get();
            assertThat(said).as("a release says the same again").allMatch(each -> each == grant.release());
        }

        private Callable<Boolean> after(CyclicBarrier start, Event event) {
            return () -> {
                start.await();
                event.happenTo(this);
                return true;
            };
        }

        void check() {
            boolean confirmed = grant.release();
            int losses = client.losses().size() - lossesBefore;
            assertThat(grant.isHeld()).isFalse();
            assertThatThrownBy(grant::token)
                    .isInstanceOf(GrantLostException.class)
                    .hasMessageContaining(losses == 1 ? "is lost" : "was released");
            assertThat(losses).isBetween(0, confirmed ? 0 : 1);
            assertTold(losses);
            assertNothingIsLeft();
        }

        private void assertTold(int losses) {
            if (losses == 1) {
                VirtualClient.tellAll(grant);
            }
            assertThat(told).hasValue(losses);
            assertThat(toldLate).hasValue(losses * late.get());
        }

        private void assertNothingIsLeft() {
            client.timers.pass(Duration.ofMinutes(1));
            assertThat(lane.requests("n")).hasSize(1);
            assertThat(lane.requests("r")).hasSizeLessThanOrEqualTo(1);
            assertThat(lane.breakListeners()).isZero();
            assertThat(client.timers.pending()).isZero();
        }
    }
}
