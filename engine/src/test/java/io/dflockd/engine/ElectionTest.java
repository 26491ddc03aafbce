package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Elections and what observers hear of them: the table in 4.6 of PROTOCOL.md. */
final class ElectionTest {
    private static final String ELECTED = "leader elected post";
    private static final String FAILOVER = "leader failover post";
    private static final String RESIGNED = "leader resigned post";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient olga = engine.client("olga");
    private final TestClient otto = engine.client("otto");

    @BeforeEach
    void observe() {
        assertThat(olga.ask("observe", "post", "")).isEqualTo("ok");
        assertThat(otto.ask("observe", "post", "ignored")).isEqualTo("ok");
    }

    /** Both observers heard exactly this since they were last asked. */
    private void assertObserved(String... events) {
        assertThat(heard(olga)).containsExactly(events);
        assertThat(heard(otto)).containsExactly(events);
    }

    /** Alice leads, and the observers know. */
    private Grant lead(String argument) {
        Grant grant = Grant.of(alice.ask("elect", "post", argument));
        assertObserved(ELECTED);
        return grant;
    }

    @Test
    void theLeaderGetsATokenALeaseAndAFence() {
        assertThat(alice.ask("elect", "post", "0 10")).matches("ok [0-9a-f]{32} 10 1001");
        assertThat(bob.ask("elect", "post", "0")).isEqualTo("timeout");
        assertThat(bob.ask("l", "post", "0")).isEqualTo("timeout");
    }

    @Test
    void whoWinsAtOnceIsAnnouncedToAllObserversButItself() {
        assertThat(alice.ask("observe", "post", "")).isEqualTo("ok");

        assertThat(alice.ask("elect", "post", "0")).startsWith("ok ");

        assertObserved(ELECTED);
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void whoWinsFromTheQueueIsAFailoverForAllAndElectedForTheOthers() {
        Grant leader = lead("0");
        assertThat(bob.ask("observe", "post", "")).isEqualTo("ok");
        assertThat(bob.answer()).isEqualTo(ELECTED);
        bob.send("elect", "post", "60");

        assertThat(alice.ask("r", "post", leader.token())).isEqualTo("ok");

        assertObserved(FAILOVER, ELECTED);
        List<String> lines = heard(bob);
        assertThat(lines).hasSize(2).contains(FAILOVER);
        assertThat(lines).filteredOn(line -> line.startsWith("ok ")).hasSize(1);
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"l, 60", "sl, 60 1", "e, ''", "se, 1"})
    @Pitfall("EL-09")
    void aPlainSuccessorIsAFailoverOnly(String command, String argument) {
        Grant leader = lead("0");
        bob.send(command, "post", argument);

        assertThat(alice.ask("r", "post", leader.token())).isEqualTo("ok");

        assertObserved(FAILOVER);
    }

    @ParameterizedTest
    @CsvSource({"l, 0", "l, 60", "sl, 0 1", "e, ''", "se, 1"})
    @Pitfall("EL-09")
    void aPlainLockTakenAtOnceIsNoNews(String command, String argument) {
        assertThat(alice.ask(command, "post", argument)).contains(" 33");

        assertObserved();
    }

    @Test
    void aResignationIsAnnounced() {
        Grant leader = lead("0");

        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("ok");

        assertObserved(RESIGNED);
        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("error");
        assertObserved();
    }

    @ParameterizedTest
    @CsvSource({"elect, 60, true", "l, 60, false", "sl, 60 1, false", "e, '', false"})
    @Pitfall("EL-02")
    void aResignationComesBeforeTheSuccession(String command, String argument, boolean announced) {
        Grant leader = lead("0");
        bob.send(command, "post", argument);

        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("ok");

        if (announced) {
            assertObserved(RESIGNED, FAILOVER, ELECTED);
        } else {
            assertObserved(RESIGNED, FAILOVER);
        }
    }

    @Test
    void aResignationIsAnnouncedEvenIfTheLockNeverWas() {
        Grant plain = Grant.of(alice.ask("l", "post", "0"));

        assertThat(alice.ask("resign", "post", plain.token())).isEqualTo("ok");

        assertObserved(RESIGNED);
    }

    @Test
    void anybodyMayResignWithTheToken() {
        Grant leader = lead("0");

        assertThat(bob.ask("resign", "post", leader.token())).isEqualTo("ok");

        assertObserved(RESIGNED);
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    enum Loss {
        EXPIRY,
        LATE_EXPIRY,
        DISCONNECT,
        RELEASE
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("EL-02")
    void aLeaderThatIsLostIsFollowedByTheNextCandidate(Loss loss) {
        Grant leader = lead("0 5");
        bob.send("elect", "post", "60");

        lose(loss, leader);

        assertObserved(FAILOVER, ELECTED);
        assertThat(bob.answer()).startsWith("ok ");
        engine.sweep();
        assertObserved();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall({"EL-02", "EL-09"})
    void aLeaderThatIsLostIsFollowedByAPlainLock(Loss loss) {
        Grant leader = lead("0 5");
        bob.send("l", "post", "60");

        lose(loss, leader);

        assertObserved(FAILOVER);
        assertThat(bob.answer()).startsWith("ok ");
    }

    private void lose(Loss loss, Grant leader) {
        switch (loss) {
            case EXPIRY -> engine.passSeconds(5);
            case LATE_EXPIRY -> {
                engine.stallSeconds(10);
                engine.passTime();
            }
            case DISCONNECT -> alice.disconnect();
            case RELEASE -> assertThat(alice.ask("r", "post", leader.token())).isEqualTo("ok");
        }
    }

    @Test
    void whoGivesUpOrIsRefusedIsNoNews() {
        Grant leader = lead("0");
        bob.send("elect", "post", "5");
        engine.passSeconds(5);
        assertThat(bob.answer()).isEqualTo("timeout");

        assertThat(bob.ask("elect", "post", "0")).isEqualTo("timeout");
        assertThat(bob.ask("resign", "post", "nonsense")).isEqualTo("error");
        assertThat(bob.ask("resign", "other", leader.token())).isEqualTo("error");
        assertThat(alice.ask("n", "post", leader.token())).isEqualTo("ok 33");

        assertObserved();
    }

    @Test
    void aCandidateThatHasGoneIsPassedOver() {
        Grant leader = lead("0");
        bob.send("elect", "post", "60");
        bob.disconnect();

        alice.ask("resign", "post", leader.token());

        assertObserved(RESIGNED);
    }

    @Test
    void aChainOfSuccessorsIsToldInItsOrder() {
        lead("0 5");
        bob.send("elect", "post", "60 5");
        TestClient carol = engine.client("carol");
        carol.send("elect", "post", "60 5");

        engine.passSeconds(15);
        engine.sweep();

        assertObserved(FAILOVER, ELECTED, FAILOVER, ELECTED, RESIGNED);
    }

    @Test
    void aTwoPhaseSuccessorThatCollectsIsNoFurtherNews() {
        Grant leader = lead("0");
        assertThat(bob.ask("e", "post", "")).isEqualTo("queued");
        alice.ask("resign", "post", leader.token());
        assertObserved(RESIGNED, FAILOVER);

        assertThat(bob.ask("w", "post", "0")).startsWith("ok ");

        assertObserved();
    }

    @Test
    void theSuccessorOfAPlainLockIsAFailoverToo() {
        Grant plain = Grant.of(alice.ask("l", "post", "0"));
        bob.send("elect", "post", "60");

        alice.ask("r", "post", plain.token());

        assertObserved(FAILOVER, ELECTED);
    }

    @Test
    @Pitfall("EL-09")
    void semaphoresAndReadWriteLocksAreNoElections() {
        Grant permit = Grant.of(alice.ask("sl", "post", "0 2"));
        alice.ask("sl", "post", "0 2");
        bob.send("sl", "post", "60 2");
        assertThat(alice.ask("resign", "post", permit.token())).isEqualTo("ok");
        assertThat(bob.answer()).startsWith("ok ");
        alice.disconnect();
        bob.disconnect();
        TestClient writer = engine.client("writer");
        TestClient reader = engine.client("reader");
        Grant written = Grant.of(writer.ask("wl", "post", "0"));
        reader.send("rl", "post", "60 5");
        assertThat(writer.ask("resign", "post", written.token())).isEqualTo("ok");
        assertThat(reader.answer()).startsWith("ok ");
        engine.passSeconds(5);
        engine.sweep();

        assertObserved();
    }

    @Test
    void anElectionAndALockAreOneResource() {
        Grant leader = lead("0 10");

        assertThat(alice.ask("sn", "post", leader.token() + " 7")).isEqualTo("ok 7");
        assertThat(bob.ask("sl", "post", "0 2")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("rl", "post", "0")).isEqualTo("error_type_mismatch");
        assertThat(bob.ask("sr", "post", leader.token())).isEqualTo("ok");
        assertObserved(RESIGNED);
    }
}
