package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@Pitfall("CL-23")
class BackoffTest {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final Duration YEARS = Duration.ofDays(10_000);

    private final Tally tally = new Tally();

    @Test
    void theBoundDoublesUpToTheLongest() {
        Backoff backoff = new Backoff(FIRST, MOST, longest());

        assertThat(LongStream.generate(backoff::nextNanos).limit(8).map(nanos -> nanos / 1_000_000))
                .containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
    }

    @Test
    void theBoundStaysTheLongestHoweverManyFailuresThereAre() {
        Backoff backoff = new Backoff(Duration.ofSeconds(20), Duration.ofHours(1), longest());

        assertThat(LongStream.generate(backoff::nextNanos).limit(1_000).skip(8))
                .containsOnly(Duration.ofHours(1).toNanos());
    }

    @Test
    void aSuccessBeginsAgainWithTheFirstBound() {
        Backoff backoff = new Backoff(FIRST, MOST, longest());
        backoff.nextNanos();
        backoff.nextNanos();

        backoff.succeeded();

        assertThat(backoff.nextNanos()).isEqualTo(FIRST.toNanos());
    }

    @Test
    void whatEndsSoonAfterItHadSucceededWasNoSuccess() {
        Backoff backoff = new Backoff(FIRST, MOST, longest());
        backoff.nextNanos();
        backoff.lasted(MOST.toNanos() - 1);
        assertThat(backoff.nextNanos()).isEqualTo(2 * FIRST.toNanos());

        backoff.lasted(MOST.toNanos());

        assertThat(backoff.nextNanos()).isEqualTo(FIRST.toNanos());
    }

    @Test
    void whatHasLivedForLongWasASuccessHoweverLongThePausesMayBe() {
        Backoff backoff = new Backoff(FIRST, Duration.ofDays(1), longest());
        backoff.nextNanos();

        backoff.lasted(Duration.ofSeconds(10).toNanos());

        assertThat(backoff.nextNanos()).isEqualTo(FIRST.toNanos());
    }

    @Test
    void everyPauseBetweenNoneAndTheBoundIsAsLikely() {
        RandomGenerator random = new SplittableRandom(1);
        long[] tenths = new long[10];
        for (int i = 0; i < 10_000; i++) {
            long pause = new Backoff(FIRST, MOST, random).nextNanos();
            assertThat(pause).isBetween(0L, FIRST.toNanos());
            tenths[(int) Math.min(9, pause * 10 / FIRST.toNanos())]++;
        }

        assertThat(LongStream.of(tenths)).allMatch(count -> count > 850 && count < 1_150);
    }

    @Test
    void tenThousandClientsAreBackWithinHalfAMinuteAtAServerThatTakesAThousandASecond() {
        VirtualTimers timers = new VirtualTimers();
        SlowDoor door = new SlowDoor(timers);
        RandomGenerator random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            door.comeBack(new Backoff(FIRST, MOST, random));
        }

        timers.pass(Duration.ofSeconds(30));

        assertThat(door.inside).isEqualTo(10_000);
    }

    /** A server that takes one connection a millisecond, a few of them ahead of time, and refuses all others. */
    private static final class SlowDoor {
        private static final long PACE_NANOS = Duration.ofMillis(1).toNanos();
        private static final long QUEUE_NANOS = PACE_NANOS * 128;

        private final VirtualTimers timers;
        private long freeAtNanos;
        private int inside;

        SlowDoor(VirtualTimers timers) {
            this.timers = timers;
        }

        void comeBack(Backoff backoff) {
            timers.after(backoff.nextNanos(), () -> {
                if (isOpen()) {
                    inside++;
                } else {
                    comeBack(backoff);
                }
            });
        }

        private boolean isOpen() {
            long now = timers.passedNanos();
            freeAtNanos = Math.max(freeAtNanos, now);
            boolean open = freeAtNanos - now < QUEUE_NANOS;
            freeAtNanos += open ? PACE_NANOS : 0;
            return open;
        }
    }

    /** A generator whose numbers are always the largest ones. */
    private static RandomGenerator longest() {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return -1;
            }

            @Override
            public long nextLong(long bound) {
                return bound - 1;
            }
        };
    }

    /** With pauses that no test lives to see the end of. */
    @Test
    void aClientThatLostItsServerPausesBeforeItTriesAgain() {
        try (TestServer server = TestServer.start();
                FaultProxy proxy = new FaultProxy(server.port());
                Dflockd other = Clients.connect(server.address());
                Dflockd client = Dflockd.connect(
                        Clients.options(proxy.address()).backoff(YEARS, YEARS).build())) {
            proxy.resetNew();
            proxy.resetAll();
            client.lock("orders").acquireAsync(LONG);

            letTimePass(other);

            assertThat(proxy.turnedAway()).isZero();
        }
    }

    @Test
    void aClientOfAServerWithoutTagsPausesBeforeItTriesAgain() {
        try (TestServer server = TestServer.start();
                ClassicServer classic = new ClassicServer(server.port());
                FaultProxy proxy = new FaultProxy(classic.port());
                Dflockd other = Clients.connect(server.address());
                Dflockd client = Dflockd.connect(Clients.options(proxy.address())
                        .backoff(YEARS, YEARS)
                        .metrics(tally)
                        .build())) {
            proxy.resetNew();
            client.lock("first").acquireAsync(LONG);
            eventually().until(() -> tally.failedConnects() == 1);
            for (int i = 0; i < 20; i++) {
                client.lock("orders").acquireAsync(LONG);
            }

            letTimePass(other);

            assertThat(proxy.turnedAway()).isOne();
        }
    }

    /** As much as a client without pauses would need for hundreds of attempts. */
    private static void letTimePass(Dflockd other) {
        for (int i = 0; i < 500; i++) {
            other.lock("other").acquire(LONG).close();
        }
    }
}
