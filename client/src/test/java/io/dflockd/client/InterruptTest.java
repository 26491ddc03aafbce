package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.OFTEN;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Direction.TO_SERVER;
import static io.dflockd.client.Patience.eventually;
import static io.dflockd.client.Patience.spin;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.testkit.Pitfall;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More interrupts than in a usual run: {@code -Ddflockd.interrupts=10000}. */
final class InterruptTest {
    private static final int INTERRUPTS = Integer.getInteger("dflockd.interrupts", 300);

    private final TestServer server = TestServer.start();
    private final FaultProxy proxy = new FaultProxy(server.port());
    private final Tally tally = new Tally();
    private final Dflockd client =
            Dflockd.connect(options(proxy.address()).renewalRatio(OFTEN).build());
    private final Dflockd other = Dflockd.connect(
            options(server.address()).renewalRatio(OFTEN).metrics(tally).build());

    @AfterEach
    void closeAll() {
        client.close();
        other.close();
        proxy.close();
        server.close();
    }

    @Test
    @Pitfall("CL-02")
    void atAnyMomentOfAcquireAndReleaseLeavesNothingHeldWaitedForOrRenewed() {
        Random random = new Random(2);
        AtomicInteger rounds = new AtomicInteger();
        Worker<Boolean> one = Worker.start(() -> acquireAndRelease(rounds));
        Worker<Boolean> two = Worker.start(() -> acquireAndRelease(rounds));
        for (int i = 0; i < INTERRUPTS; i++) {
            awaitRounds(rounds, random.nextInt(3));
            spin(random.nextInt(20_000));
            (random.nextBoolean() ? one : two).interrupt();
        }
        rounds.set(-1);

        assertThat(one.result()).isTrue();
        assertThat(two.result()).isTrue();
        server.awaitHolders(0);
        server.awaitWaiters(0);
        assertNothingIsSentWhileTimePasses();
    }

    /** Waits for so many more acquires, so that interrupts meet all of them and not only the first. */
    private static void awaitRounds(AtomicInteger rounds, int more) {
        int wanted = rounds.get() + more;
        eventually().until(() -> rounds.get() >= wanted);
    }

    private boolean acquireAndRelease(AtomicInteger rounds) {
        Lock lock = client.lock("orders").lease(LONG);
        while (rounds.get() >= 0) {
            try (Grant grant = lock.acquire(LONG)) {
                assertThat(grant.key()).isEqualTo("orders");
                rounds.updateAndGet(count -> count < 0 ? count : count + 1);
            } catch (WaitInterruptedException interrupted) {
                assertThat(Thread.interrupted()).isTrue();
            }
            var unused = Thread.interrupted();
        }
        return true;
    }

    /** The renewals of a lock of another client show how time passes. */
    private void assertNothingIsSentWhileTimePasses() {
        try (Grant clock = other.lock("clock").lease(LONG).acquire(LONG)) {
            long before = proxy.arrived(TO_SERVER);

            tally.awaitRenewals(3);

            assertThat(proxy.arrived(TO_SERVER)).isEqualTo(before);
            assertThat(clock.isHeld()).isTrue();
        }
    }

    @Test
    @Pitfall("CL-15")
    void ofOneCallerLeavesTheOthersOnTheSameConnectionAlone() {
        Grant held = client.lock("held").acquire(LONG);
        Grant obstacle = other.lock("orders").acquire(LONG);
        Worker<Grant> first = Worker.start(() -> client.lock("orders").acquire(LONG));
        server.awaitWaiters(1);
        Worker<Grant> second = Worker.start(() -> client.lock("orders").acquire(LONG));
        server.awaitWaiters(2);

        first.interrupt();

        assertThat(first.failure()).isInstanceOf(WaitInterruptedException.class);
        server.awaitWaiters(1);
        obstacle.close();
        assertThat(second.result().isHeld()).isTrue();
        assertThat(held.isHeld()).isTrue();
        assertThat(held.release()).isTrue();
        assertThat(proxy.connections()).isOne();
    }

    @Test
    @Pitfall("CL-02")
    void thatCameBeforeTheCallEndsItAtOnceAndStaysSet() {
        boolean stillInterrupted = Worker.start(() -> {
                    Thread.currentThread().interrupt();
                    try {
                        client.lock("orders").acquire(LONG).close();
                    } catch (WaitInterruptedException expected) {
                        return Thread.interrupted();
                    }
                    return Thread.interrupted();
                })
                .result();

        assertThat(stillInterrupted).isTrue();
        server.awaitHolders(0);
        server.awaitWaiters(0);
    }

    @Test
    @Pitfall("CL-02")
    void ofTheWaitForATicketLeavesTheQueue() {
        Grant obstacle = other.lock("orders").acquire(LONG);
        Ticket ticket = client.lock("orders").enqueue();
        Worker<Grant> waiting = Worker.start(() -> ticket.await(LONG));

        waiting.interrupt();

        assertThat(waiting.failure()).isInstanceOf(WaitInterruptedException.class);
        server.awaitWaiters(0);
        assertThat(obstacle.isHeld()).isTrue();
    }
}
