package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** States that no request leads to are noticed, each by its own words. */
final class AuditTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @BeforeEach
    void fill() {
        alice.send("l", "lock", "0"); // with two waiters
        bob.send("l", "lock", "60");
        carol.send("l", "lock", "60");
        alice.send("sl", "pool", "0 3"); // without waiters
        alice.send("sl", "pool", "0 3");
        alice.send("rl", "book", "0");
        alice.send("rl", "book", "0");
        Grant idle = Grant.of(engine.client("idler").ask("l", "idle", "0"));
        alice.send("r", "idle", idle.token());
    }

    private FifoResource resource(String key) {
        Key name = Key.of(key);
        return Objects.requireNonNull(
                engine.bare().shards()[name.shard()].resources.get(name));
    }

    private Claim holder(String key) {
        return Objects.requireNonNull(resource(key).holders.firstOrNull());
    }

    private Claim waiter() {
        return resource("lock").waiters.first();
    }

    private static Claim after(Claim claim) {
        return Objects.requireNonNull(claim.next);
    }

    private static SessionClaims claimsOf(Claim claim) {
        return claim.resource.shard.claimsOf(claim);
    }

    private void assertBroken(String invariant) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Audit.check(engine.bare()))
                .withMessageStartingWith("broken invariant: " + invariant);
    }

    @Test
    void aSoundStateIsSound() {
        assertThatCode(() -> Audit.check(engine.bare())).doesNotThrowAnyException();
    }

    @Test
    void aWaiterBesideAFreeSlot() {
        resource("lock").holders.remove(holder("lock"));

        assertBroken("the first waiter could enter lock");
    }

    @Test
    void moreHoldersThanTheLimit() {
        FifoResource pool = resource("pool");
        for (int i = 0; i < 2; i++) {
            pool.holders.addLast(new Claim(alice.session(), pool, Claim.Purpose.SLOT, 33, 10 + i));
        }

        assertBroken("too many holders of pool");
    }

    @Test
    void aWriterInCompany() {
        FifoResource book = resource("book");
        book.holders.addLast(new Claim(alice.session(), book, Claim.Purpose.SLOT, 33, 10));

        assertBroken("a writer in company on book");
    }

    @Test
    void oneFenceForTwo() {
        after(holder("pool")).fence = holder("pool").fence;

        assertBroken("a fence is used twice on pool");
    }

    @Test
    void fencesOutOfOrder() {
        after(holder("pool")).fence = 1;

        assertBroken("fence order of pool");
    }

    @Test
    void aHolderInAnotherState() {
        holder("pool").state = Claim.State.EVICTED;

        assertBroken("the state of a holder of pool");
    }

    @Test
    void aWaiterInAnotherState() {
        after(waiter()).state = Claim.State.GONE;

        assertBroken("the state of a waiter for lock");
    }

    @Test
    void aLapsedHolderBesideWaiters() {
        resource("lock").shard.deadlines.cancel(holder("lock"));

        assertBroken("someone lapsed while others wait for lock");
    }

    @Test
    void aLapsedHolderThatNoSweepWillFind() {
        resource("pool").shard.deadlines.cancel(holder("pool"));

        assertBroken("a forgotten lapse of pool");
    }

    @Test
    void aParkedWaiterWithoutDeadline() {
        resource("lock").shard.deadlines.cancel(waiter());

        assertBroken("the patience of a waiter for lock");
    }

    @Test
    void aDeadlineOfNobody() {
        FifoResource lock = resource("lock");
        lock.shard.deadlines.set(new Claim(alice.session(), lock, Claim.Purpose.SLOT, 33, 99), 99);

        assertBroken("deadlines");
    }

    @Test
    void aWaiterThatNobodyAsksFor() {
        waiter().parked = false;
        resource("lock").shard.deadlines.cancel(waiter());

        assertBroken("nobody asks for a waiter of lock");
    }

    @Test
    void waitersOutOfOrder() {
        Claim first = waiter();
        resource("lock").waiters.remove(first);
        resource("lock").waiters.addLast(first);

        assertBroken("the order of arrival at lock");
    }

    @Test
    void aWaiterWithoutSession() {
        engine.bare().crossings().sessions().remove(bob.session().id());

        assertBroken("a waiter without session for lock");
    }

    @Test
    void aHolderThatItsSessionDoesNotKnow() {
        Claim holder = holder("pool");
        claimsOf(holder).remove(holder);

        assertBroken("a session does not know its claim to pool");
    }

    @Test
    void aWaiterThatItsSessionDoesNotKnow() {
        claimsOf(waiter()).remove(waiter());

        assertBroken("a session does not know its claim to lock");
    }

    @Test
    void aParkedRequestThatItsSessionDoesNotKnow() {
        bob.session().unpark(waiter());

        assertBroken("a parked request of " + bob.session());
    }

    @Test
    void aClaimOfAStranger() {
        Claim holder = holder("pool");
        claimsOf(holder).add(new Claim(bob.session(), holder.resource, Claim.Purpose.SLOT, 33, 99));

        assertBroken("a stranger's claim in " + alice.session());
    }

    @Test
    void anEntryForSomethingGone() {
        alice.send("e", "entry", "");
        Claim entry = holder("entry");
        entry.resource.release(entry, new Turn(engine.nowNanos(), () -> 0, nobody()));
        alice.session().claims(entry.resource.shard.index).enter(entry);

        assertBroken("an entry for something gone in " + alice.session());
    }

    private static Outbox nobody() {
        return new Outbox() {
            @Override
            public void reply(Session to, long tag, Reply reply) {}

            @Override
            public void wake(Session to, long tag, Reply reply) {}

            @Override
            public void fault(Session of, long tag, Command command, RuntimeException bug) {
                throw bug;
            }

            @Override
            public void push(Session to, Push push) {}
        };
    }

    @Test
    void aUsedResourceThatIsNotCounted() {
        engine.bare().crossings().inUse().giveBack();

        assertBroken("resources in use");
    }

    @Test
    void anIdleResourceThatIsNotCounted() {
        engine.bare().crossings().idle().giveBack();

        assertBroken("idle resources");
    }

    @Test
    void aUsedResourceThatPassesForIdle() {
        resource("pool").inUse = false;

        assertBroken("the use of pool");
    }

    @Test
    void anIdleResourceThatNoCollectionWillFind() {
        FifoResource idle = resource("idle");
        idle.shard.idle.remove(idle);

        assertBroken("idle resources in shard");
    }

    @Test
    void aResourceInTheWrongShard() {
        FifoResource pool = resource("pool");
        Shard wrong = engine.bare().shards()[(pool.shard.index + 1) % Key.SHARDS];
        pool.shard.resources.remove(pool);
        wrong.resources.put(pool);

        assertThatIllegalStateException().isThrownBy(() -> Audit.check(engine.bare()));
    }

    @Test
    void aWaiterOfSomebodyWhoIsGone() {
        TestClient carol = engine.client("carol");
        carol.send("blpop", "jobs", "60");
        engine.bare().crossings().sessions().remove(carol.session().id());

        assertBroken("a waiter without session " + carol.session());
    }

    @Test
    void aPatternThatNobodyListensToAnyMore() {
        engine.bare().subscriptions().look(patterns -> patterns.heard.at(Key.of("orders.*"), Listeners::new));

        assertBroken("nobody is left at orders.*");
    }

    @Test
    void aNameThatIsListenedToInAnotherShard() {
        int wrong = (Key.of("orders").shard() + 1) % Key.SHARDS;
        engine.bare().shards()[wrong].heard.at(Key.of("orders"), Listeners::new).add(listener("orders"));

        assertBroken("the shard of orders");
    }

    private Subscriber listener(String name) {
        return alice.session()
                .restore(
                        Subscription.listen(Key.of(name), new byte[0]),
                        Crossings.plain(Fence.after(0)).maps());
    }

    @Test
    void aKeyThatIsNotCounted() {
        alice.ask("incr", "hits", "1");
        engine.bare().crossings().keys().giveBack();

        assertBroken("keys");
    }
}
