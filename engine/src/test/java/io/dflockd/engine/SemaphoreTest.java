package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Semaphores: 2.3 of PROTOCOL.md. */
final class SemaphoreTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private List<TestClient> clients(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> engine.client("client " + i))
                .toList();
    }

    @Test
    void hasAsManyHoldersAsItsLimit() {
        List<TestClient> clients = clients(4);

        clients.forEach(client -> client.send("sl", "pool", "0 3"));

        assertThat(clients.subList(0, 3))
                .extracting(TestClient::answer)
                .allMatch(answer -> answer.matches("ok [0-9a-f]{32} 33"));
        assertThat(clients.get(3).answer()).isEqualTo("timeout");
    }

    @Test
    @Pitfall("SE-01")
    void theSlotsOfHoldersThatFellSilentComeBackWithTheirLeases() {
        engine.unaudited();
        clients(1_000).forEach(client -> client.send("sl", "pool", "0 1000 20"));
        assertThat(alice.ask("sl", "pool", "0 1000")).isEqualTo("timeout");

        engine.passSeconds(20);
        engine.sweep();

        assertThat(engine.census().holders()).isZero();
        List<TestClient> next = clients(1_000);
        next.forEach(client -> client.send("sl", "pool", "0 1000"));
        assertThat(next).extracting(TestClient::answer).allMatch(answer -> answer.startsWith("ok "));
    }

    @Test
    @Pitfall("SE-01")
    void theSlotsOfHoldersThatFellSilentGoToThoseWhoWaitWithoutASweep() {
        engine.unaudited();
        clients(1_000).forEach(client -> client.send("sl", "pool", "0 1000 20"));
        List<TestClient> waiters = clients(1_000);
        waiters.forEach(waiter -> waiter.send("sl", "pool", "60 1000"));

        engine.passSeconds(20);

        assertThat(waiters).extracting(TestClient::answer).allMatch(answer -> answer.startsWith("ok "));
        assertThat(engine.census().holders()).isEqualTo(1_000);
    }

    @Test
    @Pitfall("SE-02")
    void severalSlotsOfOneSessionAreAllFreedEachOnce() {
        for (int i = 0; i < 5; i++) {
            assertThat(alice.ask("sl", "pool", "0 7")).startsWith("ok ");
        }
        assertThat(bob.ask("sl", "pool", "0 7")).startsWith("ok ");
        List<TestClient> waiters = clients(8);
        waiters.forEach(waiter -> waiter.send("sl", "pool", "60 7"));

        alice.disconnect();

        assertThat(waiters).filteredOn(waiter -> !waiter.hasNoAnswer()).hasSize(6);
        assertThat(engine.census().holders()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 100})
    @Pitfall("SE-02")
    void everySlotIsFoundByItsTokenHoweverManyThereAre(int slots) {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            grants.add(Grant.of(alice.ask("sl", "pool", "0 " + slots)));
        }
        assertThat(bob.ask("sl", "pool", "0 " + slots)).isEqualTo("timeout");

        for (Grant grant : grants) {
            assertThat(bob.ask("sn", "pool", grant.token())).isEqualTo("ok 33");
            assertThat(bob.ask("sr", "pool", grant.token())).isEqualTo("ok");
            assertThat(bob.ask("sn", "pool", grant.token())).isEqualTo("error");
        }

        assertThat(engine.census().holders()).isZero();
    }

    @Test
    @Pitfall("SE-03")
    void releasingWhatIsNotHeldAddsNoSlot() {
        Grant released = Grant.of(alice.ask("sl", "pool", "0 2"));
        Grant lapsed = Grant.of(alice.ask("sl", "pool", "0 2 5"));
        alice.send("sr", "pool", released.token());
        alice.answer();
        engine.passSeconds(5);
        engine.sweep();

        assertThat(alice.ask("sr", "pool", released.token())).isEqualTo("error");
        assertThat(alice.ask("sr", "pool", lapsed.token())).isEqualTo("error");
        assertThat(alice.ask("sr", "pool", "ffffffffffffffffffffffffffffffff")).isEqualTo("error");

        assertThat(bob.ask("sl", "pool", "0 2")).startsWith("ok ");
        assertThat(bob.ask("sl", "pool", "0 2")).startsWith("ok ");
        assertThat(bob.ask("sl", "pool", "0 2")).isEqualTo("timeout");
    }

    /** A lapsed slot that nobody has evicted yet is still there to be released, and once only. */
    @Test
    @Pitfall("SE-03")
    void aLapsedSlotIsReleasedAtMostOnce() {
        Grant lapsed = Grant.of(alice.ask("sl", "pool", "0 2 5"));
        engine.passSeconds(5);

        assertThat(alice.ask("sr", "pool", lapsed.token())).isEqualTo("ok");
        assertThat(alice.ask("sr", "pool", lapsed.token())).isEqualTo("error");
        engine.sweep();

        assertThat(engine.census().holders()).isZero();
    }

    enum Failure {
        TIMEOUT,
        TIMEOUT_ZERO,
        CANCEL,
        DISCONNECT,
        LIMIT_MISMATCH,
        MAX_WAITERS
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("SE-04")
    void anAcquireThatFailsLeavesNoSlotBehind(Failure failure) {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxWaiters(1));
        TestClient holder = small.client("holder");
        TestClient failing = small.client("failing");
        Grant held = Grant.of(holder.ask("l", "pool", "0 60"));
        failing.send("tag", "_", "on");
        failing.answer();

        switch (failure) {
            case TIMEOUT -> {
                failing.send("1 sl", "pool", "5 1");
                small.passSeconds(5);
            }
            case TIMEOUT_ZERO -> failing.send("1 sl", "pool", "0 1");
            case CANCEL -> {
                failing.send("1 sl", "pool", "60 1");
                failing.send("2 cancel", "_", "1");
            }
            case DISCONNECT -> {
                failing.send("1 sl", "pool", "60 1");
                failing.disconnect();
            }
            case LIMIT_MISMATCH -> failing.send("1 sl", "pool", "60 2");
            case MAX_WAITERS -> {
                small.client("waiter").send("sl", "pool", "5 1");
                failing.send("1 sl", "pool", "60 1");
                small.passSeconds(5);
            }
        }
        holder.send("r", "pool", held.token());

        assertThat(small.census().holders()).isZero();
        assertThat(small.census().waiters()).isZero();
        assertThat(small.bare().isStateful(failing.session())).isFalse();
    }

    @Test
    @Pitfall("SE-05")
    void theLimitBindsAsLongAsSomeoneHoldsOrWaitsAndNoLonger() {
        Grant held = Grant.of(alice.ask("sl", "pool", "0 2"));

        assertThat(bob.ask("sl", "pool", "0 3")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("l", "pool", "0")).isEqualTo("error_limit_mismatch");
        assertThat(alice.ask("sr", "pool", held.token())).isEqualTo("ok");

        assertThat(bob.ask("sl", "pool", "0 3")).startsWith("ok ");
    }
}
