package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A leader is lost and nobody waits: D-15 of PROTOCOL.md. */
final class LeaderVacancyTest {
    private static final String ELECTED = "leader elected post";
    private static final String FAILOVER = "leader failover post";
    private static final String RESIGNED = "leader resigned post";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient olga = engine.client("olga");

    enum Loss {
        SWEEP,
        LATE_SWEEP,
        REFUSED_RENEWAL,
        DISCONNECT,
        RELEASE,
        RELEASE_OF_A_LAPSED_LEASE
    }

    private void lose(Loss loss, Grant grant) {
        switch (loss) {
            case SWEEP -> {
                engine.passSeconds(5);
                engine.sweep();
            }
            case LATE_SWEEP -> {
                engine.stallSeconds(9);
                engine.sweep();
            }
            case REFUSED_RENEWAL -> {
                engine.passSeconds(5);
                assertThat(alice.ask("n", "post", grant.token())).isEqualTo("error_lease_expired");
                assertThat(alice.ask("n", "post", grant.token())).isEqualTo("error");
            }
            case DISCONNECT -> alice.disconnect();
            case RELEASE -> assertThat(alice.ask("r", "post", grant.token())).isEqualTo("ok");
            case RELEASE_OF_A_LAPSED_LEASE -> {
                engine.passSeconds(5);
                assertThat(alice.ask("r", "post", grant.token())).isEqualTo("ok");
            }
        }
    }

    /** Nothing more comes of what is over. */
    private void assertSilence() {
        engine.sweep();
        engine.passSeconds(100);
        engine.sweep();
        engine.collect();
        assertThat(heard(olga)).isEmpty();
    }

    private Grant electedAndObserved() {
        olga.ask("observe", "post", "");
        Grant grant = Grant.of(alice.ask("elect", "post", "0 5"));
        assertThat(olga.answer()).isEqualTo(ELECTED);
        return grant;
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("EL-02")
    void theLossOfAnElectedLeaderIsAnnouncedOnce(Loss loss) {
        Grant leader = electedAndObserved();

        lose(loss, leader);

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("EL-02")
    void theLossOfALeaderIsAnnouncedToWhoCameLater(Loss loss) {
        Grant leader = Grant.of(alice.ask("elect", "post", "0 5"));
        olga.ask("observe", "post", "");
        assertThat(heard(olga)).containsExactly(ELECTED);

        lose(loss, leader);

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("EL-09")
    void theLossOfAPlainLockThatNobodyHeardOfIsNoNews(Loss loss) {
        olga.ask("observe", "post", "");
        Grant plain = Grant.of(alice.ask("l", "post", "0 5"));

        lose(loss, plain);

        assertSilence();
    }

    @ParameterizedTest
    @EnumSource
    void aPlainLockThatAnObserverFoundIsMissed(Loss loss) {
        Grant plain = Grant.of(alice.ask("l", "post", "0 5"));
        olga.ask("observe", "post", "");
        assertThat(heard(olga)).containsExactly(ELECTED);

        lose(loss, plain);

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @ParameterizedTest
    @EnumSource
    void aPlainLockThatFollowedALeaderIsMissed(Loss loss) {
        olga.ask("observe", "post", "");
        Grant leader = Grant.of(bob.ask("elect", "post", "0"));
        alice.send("l", "post", "60 5");
        bob.ask("r", "post", leader.token());
        Grant plain = Grant.of(alice.answer());
        assertThat(heard(olga)).containsExactly(ELECTED, FAILOVER);

        lose(loss, plain);

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @ParameterizedTest
    @EnumSource
    void aPlainLockThatFollowedAnotherUnderTheEyesOfAnObserverIsMissed(Loss loss) {
        olga.ask("observe", "post", "");
        Grant first = Grant.of(bob.ask("l", "post", "0"));
        alice.send("l", "post", "60 5");
        bob.ask("r", "post", first.token());
        assertThat(heard(olga)).containsExactly(FAILOVER);

        lose(loss, Grant.of(alice.answer()));

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @Test
    void whatOneObserverWasToldOfIsMissedByAll() {
        olga.ask("observe", "post", "");
        Grant plain = Grant.of(alice.ask("l", "post", "0"));
        TestClient brief = engine.client("brief");
        brief.ask("observe", "post", "");
        brief.disconnect();
        assertThat(heard(olga)).isEmpty();

        alice.ask("r", "post", plain.token());

        assertThat(heard(olga)).containsExactly(RESIGNED);
    }

    @Test
    void theNextPlainLockIsNotMissedBecauseTheOneBeforeItWas() {
        Grant leader = electedAndObserved();
        alice.ask("r", "post", leader.token());
        assertThat(heard(olga)).containsExactly(RESIGNED);

        Grant plain = Grant.of(alice.ask("l", "post", "0"));
        alice.ask("r", "post", plain.token());

        assertThat(heard(olga)).isEmpty();
    }

    @Test
    @Pitfall("EL-02")
    void theVacancyOfALapsedLeaderComesBeforeItsSuccessor() {
        electedAndObserved();
        engine.passSeconds(5);
        assertThat(heard(olga)).isEmpty();

        assertThat(bob.ask("elect", "post", "0")).startsWith("ok ");

        assertThat(heard(olga)).containsExactly(RESIGNED, ELECTED);
    }

    @Test
    @Pitfall({"EL-02", "EL-09"})
    void theVacancyOfALapsedLeaderIsAnnouncedWhenAPlainLockIsTaken() {
        electedAndObserved();
        engine.passSeconds(5);

        assertThat(bob.ask("l", "post", "0")).startsWith("ok ");

        assertThat(heard(olga)).containsExactly(RESIGNED);
    }

    @Test
    void theVacancyOfALapsedEntryIsAnnouncedWhenItIsCollected() {
        assertThat(alice.ask("e", "post", "5")).startsWith("acquired ");
        olga.ask("observe", "post", "");
        assertThat(heard(olga)).containsExactly(ELECTED);
        engine.passSeconds(5);

        assertThat(alice.ask("w", "post", "0")).isEqualTo("error_lease_expired");

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @Test
    void aSuccessorThatNeverCollectedIsMissed() {
        electedAndObserved();
        assertThat(bob.ask("e", "post", "5")).isEqualTo("queued");
        engine.passSeconds(5);
        assertThat(heard(olga)).containsExactly(FAILOVER);

        engine.passSeconds(5);
        engine.sweep();

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @Test
    void aResignationOfALapsedLeaseIsAnnouncedOnce() {
        Grant leader = electedAndObserved();
        engine.passSeconds(5);

        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("ok");

        assertThat(heard(olga)).containsExactly(RESIGNED);
        assertSilence();
    }

    @Test
    void aLeaderWhoseSlotOutlivesItsSessionIsMissedWhenItsLeaseEnds() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient leader = keeping.client("leader");
        TestClient observer = keeping.client("observer");
        observer.ask("observe", "post", "");
        leader.ask("elect", "post", "0 5");

        leader.disconnect();
        assertThat(heard(observer)).containsExactly(ELECTED);
        keeping.passSeconds(5);
        keeping.sweep();

        assertThat(heard(observer)).containsExactly(RESIGNED);
    }
}
