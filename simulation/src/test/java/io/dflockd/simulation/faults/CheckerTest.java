package io.dflockd.simulation.faults;

import static io.dflockd.simulation.faults.Heard.NOTHING;
import static io.dflockd.simulation.faults.Heard.heard;
import static io.dflockd.simulation.faults.Heard.ok;
import static io.dflockd.simulation.faults.Heard.token;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the checker finds in histories that have one thing wrong with them, and that it finds nothing else. */
final class CheckerTest {
    @Test
    void aLockThatTwoHold() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("bob", 3, 4, "l k 2 60", ok(2, 60)),
                        heard("alice", 5, 6, "r k " + token(1), "ok"))))
                .singleElement()
                .asString()
                .startsWith("two held k: alice.1 with fence 1");
    }

    @Test
    void aLockThatTwoHoldAlthoughOneOfThemHeldItFirstAndLongest() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("bob", 3, 4, "l k 2 60", ok(2, 60)),
                        heard("bob", 5, 6, "r k " + token(2), "ok"),
                        heard("carol", 7, 8, "l k 2 60", ok(3, 60)),
                        heard("alice", 20, 21, "n k " + token(1) + " 60", "ok 60"))))
                .hasSize(2)
                .allMatch(violation -> violation.startsWith("two held k: alice.1"));
    }

    @Test
    void aLockMayPassOnWhileItsHolderWaitsForTheAnswerToARelease() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("bob", 1, 5, "l k 9 60", ok(2, 60)),
                        heard("alice", 4, 8, "r k " + token(1), "ok"),
                        heard("bob", 6, 7, "r k " + token(2), "ok"))))
                .isEmpty();
    }

    /** Its node may have stood still, and its session may have been ended by the others. */
    @Test
    void whoOnlyBelievesToHoldALockProvesNothing() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("bob", 3, 4, "l k 2 60", ok(2, 60)),
                        heard("alice", 5, 6, "n k " + token(1) + " 60", NOTHING),
                        heard("bob", 7, 8, "r k " + token(2), "ok"))))
                .isEmpty();
    }

    @Test
    void aFenceThatWasGivenTwice() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(7, 60)), heard("bob", 1, 2, "l other 2 60", ok(7, 60)))))
                .singleElement()
                .asString()
                .startsWith("a fence was given twice: k to alice.1");
    }

    @Test
    void aFenceThatIsSmallerThanTheOneBefore() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(8, 60)),
                        heard("alice", 3, 4, "r k " + token(8), "ok"),
                        heard("bob", 5, 6, "l k 2 60", ok(7, 60)))))
                .singleElement()
                .asString()
                .startsWith("overtaken at k: alice.1 with fence 8");
    }

    @Test
    void someoneWhoWasOvertakenInTheQueue() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "e k 60", "queued"),
                        heard("bob", 3, 4, "l k 9 60", ok(4, 60)),
                        heard("bob", 5, 6, "r k " + token(4), "ok"),
                        heard("alice", 3, 8, "w k 9", ok(5, 60)))))
                .singleElement()
                .asString()
                .startsWith("overtaken at k: alice.1 with fence 5 had its place at 2000000000");
    }

    @Test
    void twoWhoCameAtTheSameTimeMayBeServedInEitherOrder() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 4, "e k 60", "queued"),
                        heard("bob", 2, 3, "e k 60", "queued"),
                        heard("bob", 4, 5, "w k 9", ok(4, 60)),
                        heard("bob", 6, 7, "r k " + token(4), "ok"),
                        heard("alice", 5, 8, "w k 9", ok(5, 60)))))
                .isEmpty();
    }

    @Test
    void whoLeftTheQueueAndCameAgainHasANewPlace() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "e k 60", "queued"),
                        heard("bob", 3, 4, "e k 60", "queued"),
                        heard("alice", 3, 5, "w k 1", "timeout"),
                        heard("alice", 6, 7, "e k 60", "queued"),
                        heard("bob", 6, 8, "w k 9", ok(4, 60)),
                        heard("bob", 8, 9, "r k " + token(4), "ok"),
                        heard("alice", 8, 10, "w k 9", ok(5, 60)))))
                .isEmpty();
    }

    @Test
    void aGrantThatWasLostWithinItsLease() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("alice", 30, 31, "n k " + token(1) + " 60", "error"))))
                .singleElement()
                .asString()
                .startsWith("a grant was lost: alice.1");
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "e k 60", "acquired " + token(1) + " 60"),
                        heard("alice", 50, 51, "w k 9", ok(1, 60)),
                        heard("alice", 100, 101, "r k " + token(1), "error"))))
                .singleElement()
                .asString()
                .startsWith("a grant was lost: alice.1");
    }

    @Test
    void aGrantWhoseLeaseWasOverIsNotLost() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("alice", 61, 62, "n k " + token(1) + " 60", "error_lease_expired"),
                        heard("bob", 61, 62, "l k 0 60", ok(2, 60)))))
                .isEmpty();
    }

    @Test
    void aRequestThatNobodyLedForIsNoLoss() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "l k 2 60", ok(1, 60)),
                        heard("alice", 3, 4, "r k " + token(1), "error_not_leader"),
                        heard("alice", 5, 6, "r k " + token(1), "ok"))))
                .isEmpty();
    }

    @Test
    void anIncrementThatWasLost() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "incr c 1", "ok 1"),
                        heard("bob", 3, 4, "incr c 1", "ok 2"),
                        heard("audit", 5, 6, "get c", "ok 1"))))
                .singleElement()
                .asString()
                .startsWith("a counter that must be 2 to 2: audit.1");
    }

    @Test
    void anIncrementThatWasDoneTwice() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "incr c 1", "ok 1"),
                        heard("bob", 1, 4, "incr c 1", "error_not_leader"),
                        heard("audit", 5, 6, "get c", "ok 2"))))
                .singleElement()
                .asString()
                .startsWith("a counter that must be 1 to 1: audit.1");
    }

    @Test
    void twoIncrementsThatCameToTheSameNumber() {
        assertThat(Checker.check(
                        History.of(heard("alice", 1, 4, "incr c 1", "ok 1"), heard("bob", 2, 3, "incr c 1", "ok 1"))))
                .singleElement()
                .asString()
                .startsWith("two increments came to the same number");
    }

    @Test
    void anIncrementOfUnknownOutcomeMayOrMayNotCount() {
        for (String last : new String[] {"ok 1", "ok 2"}) {
            assertThat(Checker.check(History.of(
                            heard("alice", 1, 2, "incr c 1", "ok 1"),
                            heard("bob", 1, 2, "incr c 1", NOTHING),
                            heard("audit", 5, 6, "get c", last))))
                    .isEmpty();
        }
    }

    @Test
    void anItemThatCameTwice() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "rpush q item", "ok 1"),
                        heard("bob", 3, 4, "lpop q", "ok item"),
                        heard("carol", 3, 4, "blpop q 1", "ok item"))))
                .singleElement()
                .asString()
                .startsWith("an item came twice: bob.1");
    }

    @Test
    void anItemThatWasNeverPushed() {
        assertThat(Checker.check(History.of(heard("bob", 3, 4, "lpop q", "ok item"))))
                .singleElement()
                .asString()
                .startsWith("an item that was never pushed: bob.1");
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "rpush q item", "error_not_leader"),
                        heard("bob", 3, 4, "lpop q", "ok item"))))
                .singleElement()
                .asString()
                .startsWith("an item that was never pushed: bob.1");
    }

    @Test
    void anItemThatWasLost() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "rpush q one", "ok 1"),
                        heard("alice", 3, 4, "rpush q two", "ok 2"),
                        heard("bob", 5, 6, "lpop q", NOTHING),
                        heard("audit", 7, 8, "lpop q", "nil"))))
                .singleElement()
                .asString()
                .startsWith("2 items of q were lost, but only 1 pops had no answer");
    }

    @Test
    void anItemMayGoWithAPopThatHadNoAnswerOrStillBeThere() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "rpush q one", "ok 1"),
                        heard("bob", 3, 4, "lpop q", NOTHING),
                        heard("audit", 5, 6, "lpop q", "nil"),
                        heard("alice", 1, 2, "rpush p one", "ok 1"))))
                .isEmpty();
    }

    @Test
    void anItemThatCameOutOfTurn() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "rpush q one", "ok 1"),
                        heard("alice", 3, 4, "rpush q two", "ok 2"),
                        heard("bob", 5, 6, "lpop q", "ok two"),
                        heard("bob", 7, 8, "lpop q", "ok one"))))
                .singleElement()
                .asString()
                .startsWith("an item came before one that was pushed earlier: bob.1");
    }

    @Test
    void itemsThatWerePushedOrPoppedAtTheSameTimeMayComeInAnyOrder() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 4, "rpush q one", "ok 1"),
                        heard("carol", 2, 3, "rpush q two", "ok 2"),
                        heard("dave", 5, 6, "rpush q three", "ok 3"),
                        heard("bob", 7, 8, "lpop q", "ok two"),
                        heard("bob", 9, 12, "lpop q", "ok three"),
                        heard("carol", 10, 11, "lpop q", "ok one"))))
                .isEmpty();
    }

    @Test
    void anOldValue() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 2, "kset v old", "ok"),
                        heard("alice", 3, 4, "kset v new", "ok"),
                        heard("bob", 5, 6, "kget v", "ok old"))))
                .singleElement()
                .asString()
                .startsWith("an old value: bob.1");
    }

    @Test
    void aValueThatWasNeverWrittenOrIsGone() {
        assertThat(Checker.check(History.of(heard("bob", 5, 6, "kget v", "ok other"))))
                .singleElement()
                .asString()
                .startsWith("a value that was never written: bob.1");
        assertThat(Checker.check(
                        History.of(heard("alice", 1, 2, "kset v old", "ok"), heard("bob", 5, 6, "kget v", "nil"))))
                .singleElement()
                .asString()
                .startsWith("a value is gone: bob.1");
    }

    @Test
    void writesThatOverlapOrHadNoAnswerMayBeFoundInAnyOrder() {
        assertThat(Checker.check(History.of(
                        heard("alice", 1, 4, "kset v one", "ok"),
                        heard("bob", 2, 3, "kset v two", "ok"),
                        heard("carol", 1, 2, "kset v three", NOTHING),
                        heard("bob", 5, 6, "kget v", "ok one"),
                        heard("bob", 5, 6, "kget v", "ok two"),
                        heard("bob", 7, 8, "kget v", "ok three"))))
                .isEmpty();
    }

    @Test
    void anAnswerThatMustNotCome() {
        assertThat(Checker.check(History.of(heard("alice", 1, 2, "incr c 1", "error"))))
                .singleElement()
                .asString()
                .startsWith("an answer that must not come: alice.1");
    }
}
