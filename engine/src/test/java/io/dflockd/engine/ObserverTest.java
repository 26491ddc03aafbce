package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code observe} and {@code unobserve}: 2.9 and 4.6 of PROTOCOL.md. */
final class ObserverTest {
    private static final String ELECTED = "leader elected post";
    private static final String RESIGNED = "leader resigned post";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient olga = engine.client("olga");

    @ParameterizedTest
    @CsvSource({"elect, 0", "l, 0", "sl, 0 1", "e, ''", "se, 1"})
    @Pitfall("EL-07")
    void whoComesLaterIsToldOnceOfTheLeaderItFinds(String command, String argument) {
        alice.send(command, "post", argument);

        olga.send("observe", "post", "");

        assertThat(heard(olga)).containsExactly("ok", ELECTED);
    }

    @Test
    @Pitfall("EL-07")
    void whoFindsNoLeaderIsToldNothing() {
        olga.send("observe", "post", "");
        bob.ask("elect", "other", "0");

        assertThat(heard(olga)).containsExactly("ok");
    }

    @Test
    @Pitfall("EL-07")
    void whoFindsAKeyThatNobodyHoldsAnyMoreIsToldNothing() {
        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        alice.ask("resign", "post", leader.token());

        olga.send("observe", "post", "");

        assertThat(heard(olga)).containsExactly("ok");
    }

    @ParameterizedTest
    @CsvSource({"rl, 0", "wl, 0", "re, ''", "we, ''", "sl, 0 2", "se, 3"})
    @Pitfall("EL-09")
    void whatIsNoLeaderIsNotReported(String command, String argument) {
        alice.send(command, "post", argument);

        olga.send("observe", "post", "");

        assertThat(heard(olga)).containsExactly("ok");
        alice.disconnect();
        assertThat(heard(olga)).isEmpty();
    }

    /** It still holds as long as nobody has evicted it. */
    @Test
    @Pitfall("EL-07")
    void aLapsedLeaderIsReportedAndThenItsVacancy() {
        alice.ask("elect", "post", "0 5");
        engine.passSeconds(5);

        olga.send("observe", "post", "");
        assertThat(heard(olga)).containsExactly("ok", ELECTED);
        engine.sweep();

        assertThat(heard(olga)).containsExactly(RESIGNED);
    }

    @Test
    void aLeaderWhoseLeaseRanOutForACandidateIsNotTheOneReported() {
        alice.ask("elect", "post", "0 5");
        bob.send("elect", "post", "60");
        engine.stallSeconds(6);

        olga.send("observe", "post", "");

        assertThat(heard(olga)).containsExactly("ok", ELECTED);
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    void isToldNothingMoreOnceItDoesNotObserve() {
        olga.ask("observe", "post", "");
        olga.ask("observe", "other", "");

        assertThat(olga.ask("unobserve", "post", "")).isEqualTo("ok");
        alice.ask("elect", "post", "0");
        alice.ask("elect", "other", "0");

        assertThat(heard(olga)).containsExactly("leader elected other");
    }

    @Test
    void notObservingIsFine() {
        assertThat(olga.ask("unobserve", "post", "")).isEqualTo("ok");
        olga.ask("observe", "post", "");
        assertThat(olga.ask("unobserve", "post", "ignored")).isEqualTo("ok");
        assertThat(olga.ask("unobserve", "post", "")).isEqualTo("ok");
    }

    @Test
    @Pitfall("EL-07")
    void whoObservesTwiceIsToldEachEventOnce() {
        assertThat(olga.ask("observe", "post", "")).isEqualTo("ok");
        assertThat(olga.ask("observe", "post", "")).isEqualTo("ok");

        alice.ask("elect", "post", "0");
        assertThat(heard(olga)).containsExactly(ELECTED);

        assertThat(olga.ask("unobserve", "post", "")).isEqualTo("ok");
        alice.disconnect();
        assertThat(heard(olga)).isEmpty();
    }

    @Test
    @Pitfall("EL-07")
    void whoObservesAlreadyIsNotToldOfTheLeaderAgain() {
        alice.ask("elect", "post", "0");
        olga.send("observe", "post", "");
        assertThat(heard(olga)).containsExactly("ok", ELECTED);

        olga.send("observe", "post", "");

        assertThat(heard(olga)).containsExactly("ok");
    }

    @ParameterizedTest
    @CsvSource({"*", ">", "post.*", "p*", "Post", "post2"})
    void aKeyIsTakenLiterally(String key) {
        assertThat(olga.ask("observe", key, "")).isEqualTo("ok");

        alice.ask("elect", "post", "0");
        alice.ask("elect", "post.office", "0");
        assertThat(heard(olga)).isEmpty();

        assertThat(bob.ask("elect", key, "0")).startsWith("ok ");
        assertThat(heard(olga)).containsExactly("leader elected " + key);
    }

    @Test
    void isStillToldAfterTheKeyWasForgotten() {
        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        olga.ask("observe", "post", "");
        alice.ask("resign", "post", leader.token());
        engine.passSeconds(1_000);
        engine.collect();
        assertThat(engine.census().resources()).isZero();

        bob.ask("elect", "post", "0");

        assertThat(heard(olga)).containsExactly(ELECTED, RESIGNED, ELECTED);
    }

    @Test
    @Pitfall("EL-08")
    void leadingAndObservingDoNotDisturbEachOther() {
        assertThat(alice.ask("observe", "post", "")).isEqualTo("ok");
        Grant first = Grant.of(alice.ask("elect", "post", "0"));
        alice.send("resign", "post", first.token());
        assertThat(heard(alice)).containsExactly("ok", RESIGNED);

        Grant second = Grant.of(bob.ask("elect", "post", "0"));
        assertThat(heard(alice)).containsExactly(ELECTED);
        bob.ask("resign", "post", second.token());
        assertThat(heard(alice)).containsExactly(RESIGNED);

        assertThat(alice.ask("elect", "post", "0")).startsWith("ok ");
        assertThat(alice.ask("unobserve", "post", "")).isEqualTo("ok");
        assertThat(bob.ask("elect", "post", "0")).isEqualTo("timeout");
        assertThat(heard(alice)).isEmpty();
    }

    @Test
    @Pitfall("EL-08")
    void aLeaderThatNeverObservedIsToldNothing() {
        Grant leader = Grant.of(alice.ask("elect", "post", "0 5"));
        bob.send("elect", "post", "60 5");

        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("ok");
        engine.passSeconds(5);
        engine.sweep();

        assertThat(heard(alice)).isEmpty();
        assertThat(heard(bob)).hasSize(1);
    }

    @Test
    @Pitfall("EL-08")
    void aLeaderThatObservesItselfLearnsOfItsOwnLoss() {
        alice.ask("observe", "post", "");
        alice.ask("elect", "post", "0 5");

        engine.passSeconds(5);
        engine.sweep();

        assertThat(heard(alice)).containsExactly(RESIGNED);
    }

    @Test
    void observesAsMuchAsAllowedAndRepeatsAreFree() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxSubscriptions(2));
        TestClient client = small.client("client");
        assertThat(client.ask("observe", "a", "")).isEqualTo("ok");
        assertThat(client.ask("observe", "b", "")).isEqualTo("ok");

        assertThat(client.ask("observe", "c", "")).isEqualTo("error");
        assertThat(client.ask("observe", "a", "")).isEqualTo("ok");
        assertThat(client.ask("unobserve", "c", "")).isEqualTo("ok");
        assertThat(client.ask("observe", "c", "")).isEqualTo("error");
        assertThat(client.ask("unobserve", "a", "")).isEqualTo("ok");
        assertThat(client.ask("observe", "c", "")).isEqualTo("ok");
        assertThat(small.client("another").ask("observe", "a", "")).isEqualTo("ok");
    }

    @Test
    void whoObservesMustNotBeClosedForBeingSilent() {
        olga.ask("observe", "post", "");
        assertThat(engine.bare().isStateful(olga.session())).isTrue();

        olga.ask("unobserve", "post", "");

        assertThat(engine.bare().isStateful(olga.session())).isFalse();
    }

    @Test
    void whoWaitsForSomethingElseIsToldMeanwhile() {
        olga.ask("observe", "post", "");
        olga.send("blpop", "jobs", "60");

        alice.ask("elect", "post", "0");

        assertThat(heard(olga)).containsExactly(ELECTED);
    }

    @Test
    @Pitfall("EL-01")
    void whoDoesNotReadIsCutOffAndTheOthersAreTold() {
        TestClient slow = engine.client("slow");
        slow.ask("observe", "post", "");
        olga.ask("observe", "post", "");
        slow.readPushes(1);

        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        assertThat(slow.isClosed()).isFalse();
        alice.ask("resign", "post", leader.token());

        assertThat(slow.isClosed()).isTrue();
        assertThat(heard(slow)).containsExactly(ELECTED);
        assertThat(heard(olga)).containsExactly(ELECTED, RESIGNED);
    }

    @Test
    @Pitfall("EL-01")
    void aSuccessorThatDoesNotReadIsCutOffAndTheNextFollows() {
        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        TestClient slow = engine.client("slow");
        slow.ask("observe", "post", "");
        slow.answer();
        slow.readPushes(0);
        slow.send("elect", "post", "60");
        bob.send("elect", "post", "60");

        alice.ask("resign", "post", leader.token());

        assertThat(slow.isClosed()).isTrue();
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("EL-01")
    void observersComeAndGoWhileLeadersDo() {
        for (int i = 0; i < 500; i++) {
            TestClient brief = engine.client("brief");
            TestClient leader = engine.client("leader");
            brief.ask("observe", "post", "");
            leader.ask("elect", "post", "0");
            assertThat(heard(brief)).containsExactly(ELECTED);
            if (i % 2 == 0) {
                brief.disconnect();
                leader.disconnect();
            } else {
                leader.disconnect();
                assertThat(heard(brief)).containsExactly(RESIGNED);
                brief.disconnect();
            }
        }
        alice.disconnect();
        bob.disconnect();
        olga.disconnect();

        assertThat(engine.census().isQuiet()).isTrue();
    }
}
