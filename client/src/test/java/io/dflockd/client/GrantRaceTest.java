package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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
        RELEASE {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                return round.grant.release();
            }
        },
        CLOSE {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.grant.close();
                return null;
            }
        },
        RENEWED {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.renewal.complete("ok 10 1");
                return null;
            }
        },
        REFUSED {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.renewal.complete("error");
                return null;
            }
        },
        BREAK {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.lane.breakOff(new ConnectionException("reset"));
                return null;
            }
        },
        CLIENT_CLOSED {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.lane.breakOff(new ClientClosedException());
                return null;
            }
        },
        LEASE_END {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                client.timers.freeze(LEASE);
                round.grant.isHeld();
                return null;
            }
        },
        LISTENER {
            @Override
            @Nullable
            Boolean happenTo(Round round) {
                round.grant.onLost(reason -> round.toldLate.incrementAndGet());
                return null;
            }
        };

        /** What was said about the release, if this was one. */
        abstract @Nullable Boolean happenTo(Round round);
    }

    /** One grant with a renewal under way. */
    private static final class Round {
        final int lossesBefore = client.losses().size();
        final ScriptedLane lane = client.lane().answering(request -> request.startsWith("r ") ? "ok" : null);
        final Grant grant = client.grant(lane, "orders", LEASE);
        final Exchange renewal;
        final AtomicInteger told = new AtomicInteger();
        final AtomicInteger toldLate = new AtomicInteger();

        Round() {
            client.timers.pass(Duration.ofSeconds(5));
            renewal = lane.oldestOpen();
            grant.onLost(reason -> told.incrementAndGet());
        }

        void atTheSameTime(Event one, Event other) throws Exception {
            CyclicBarrier start = new CyclicBarrier(2);
            Future<@Nullable Boolean> first = threads.submit(after(start, one));
            Future<@Nullable Boolean> second = threads.submit(after(start, other));
            for (Future<@Nullable Boolean> each : List.of(first, second)) {
                Boolean said = each.get();
                if (said != null) {
                    assertThat(grant.release())
                            .as("a release says the same again")
                            .isEqualTo(said);
                }
            }
        }

        private Callable<@Nullable Boolean> after(CyclicBarrier start, Event event) {
            return () -> {
                start.await();
                return event.happenTo(this);
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
            assertThat(toldLate.get()).isIn(0, losses, 2 * losses);
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
