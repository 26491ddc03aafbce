package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups of listeners, one of whom hears each signal: 4.8 of PROTOCOL.md. */
final class GroupTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient sender = engine.client("sender");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");
    private final TestClient dave = engine.client("dave");
    private final List<TestClient> everyone = List.of(bob, carol, dave);

    private void join(TestClient... members) {
        for (TestClient member : members) {
            assertThat(member.ask("listen", "jobs", "g")).isEqualTo("ok");
        }
    }

    /** Sends so many signals and tells who got them, one after another. */
    private List<TestClient> receivers(int signals) {
        List<TestClient> receivers = new ArrayList<>();
        for (int i = 0; i < signals; i++) {
            assertThat(sender.ask("signal", "jobs", "job " + i)).isEqualTo("ok 1");
            for (TestClient each : everyone) {
                for (String line : heard(each)) {
                    assertThat(line).isEqualTo("sig jobs job " + i);
                    receivers.add(each);
                }
            }
        }
        return receivers;
    }

    @Test
    void membersTakeTurnsInTheOrderOfJoiningFromTheFirstOn() {
        join(carol, dave, bob);

        assertThat(receivers(7)).containsExactly(carol, dave, bob, carol, dave, bob, carol);
    }

    @Test
    void aMemberAloneGetsEverything() {
        join(bob);

        assertThat(receivers(3)).containsExactly(bob, bob, bob);
    }

    @Test
    void joiningAgainNeitherMovesAMemberNorCountsItTwice() {
        join(bob, carol, bob);

        assertThat(receivers(1)).containsExactly(bob);
        join(bob);
        assertThat(receivers(3)).containsExactly(carol, bob, carol);
    }

    @Test
    void whoJoinsInTheMiddleComesAfterThoseWhoWereThere() {
        join(bob, carol);
        assertThat(receivers(1)).containsExactly(bob);

        join(dave);

        assertThat(receivers(4)).containsExactly(carol, dave, bob, carol);
    }

    @Test
    void whoLeavesAndJoinsAgainIsTheLast() {
        join(bob, carol, dave);
        bob.ask("unlisten", "jobs", "g");

        join(bob);

        assertThat(receivers(4)).containsExactly(carol, dave, bob, carol);
    }

    static Stream<Named<Consumer<TestClient>>> waysToLeave() {
        return Stream.of(
                Named.of("unlisten", client -> client.ask("unlisten", "jobs", "g")),
                Named.of("disconnect", TestClient::disconnect));
    }

    @ParameterizedTest
    @MethodSource("waysToLeave")
    void theTurnOfAMemberWhoLeavesGoesToTheNext(Consumer<TestClient> leave) {
        join(bob, carol, dave);
        assertThat(receivers(1)).containsExactly(bob);

        leave.accept(carol);

        assertThat(receivers(3)).containsExactly(dave, bob, dave);
    }

    @ParameterizedTest
    @MethodSource("waysToLeave")
    void theTurnOfTheLastMemberGoesToTheFirst(Consumer<TestClient> leave) {
        join(bob, carol, dave);
        assertThat(receivers(2)).containsExactly(bob, carol);

        leave.accept(dave);

        assertThat(receivers(3)).containsExactly(bob, carol, bob);
    }

    @ParameterizedTest
    @MethodSource("waysToLeave")
    void aMemberWhoHasHadItsTurnLeavesTheTurnAlone(Consumer<TestClient> leave) {
        join(bob, carol, dave);
        assertThat(receivers(2)).containsExactly(bob, carol);

        leave.accept(bob);

        assertThat(receivers(3)).containsExactly(dave, carol, dave);
    }

    @ParameterizedTest
    @MethodSource("waysToLeave")
    void aMemberWhoseTurnComesLaterLeavesTheTurnAlone(Consumer<TestClient> leave) {
        join(bob, carol, dave);
        assertThat(receivers(1)).containsExactly(bob);

        leave.accept(dave);

        assertThat(receivers(3)).containsExactly(carol, bob, carol);
    }

    @ParameterizedTest
    @MethodSource("waysToLeave")
    void aGroupThatAllHaveLeftStartsAnew(Consumer<TestClient> leave) {
        join(bob, carol);
        assertThat(receivers(1)).containsExactly(bob);
        leave.accept(bob);
        leave.accept(carol);
        assertThat(sender.ask("signal", "jobs", "x")).isEqualTo("ok 0");

        TestClient erin = engine.client("erin");
        join(dave, erin);

        assertThat(receivers(1)).containsExactly(dave);
    }

    @Test
    void everyGroupHasATurnOfItsOwn() {
        join(bob, carol);
        carol.ask("listen", "jobs", "h");
        bob.ask("listen", "jobs", "h");
        carol.ask("listen", "*", "g");

        assertThat(sender.ask("signal", "jobs", "1")).isEqualTo("ok 3");
        assertThat(heard(bob)).containsExactly("sig jobs 1");
        assertThat(heard(carol)).containsExactly("sig jobs 1", "sig jobs 1");
        assertThat(sender.ask("signal", "jobs", "2")).isEqualTo("ok 3");

        assertThat(heard(bob)).containsExactly("sig jobs 2");
        assertThat(heard(carol)).containsExactly("sig jobs 2", "sig jobs 2");
    }

    @Test
    void theTurnIsThatOfThePatternWhateverChannelWasSignalled() {
        for (TestClient member : everyone) {
            member.ask("listen", "jobs.*", "g");
        }

        for (TestClient member : everyone) {
            assertThat(sender.ask("signal", "jobs." + member, "x")).isEqualTo("ok 1");
        }

        for (TestClient member : everyone) {
            assertThat(heard(member)).containsExactly("sig jobs." + member + " x");
        }
    }

    @Test
    void aSignalThatMatchesNothingTakesNoTurn() {
        join(bob, carol);

        assertThat(sender.ask("signal", "other", "x")).isEqualTo("ok 0");

        assertThat(receivers(2)).containsExactly(bob, carol);
    }

    @Test
    @Pitfall("SW-07")
    void aFullMemberIsPassedOver() {
        join(bob, carol, dave);
        bob.readPushes(0);

        assertThat(receivers(4)).containsExactly(carol, dave, carol, dave);

        assertThat(bob.isClosed()).isFalse();
        bob.readPushes(100);
        assertThat(receivers(3)).containsExactly(bob, carol, dave);
    }

    @Test
    @Pitfall("SW-07")
    void aMemberThatFillsUpOnTheWayIsPassedOverFromThenOn() {
        join(bob, carol, dave);
        carol.readPushes(1);

        assertThat(receivers(6)).containsExactly(bob, carol, dave, bob, dave, bob);

        assertThat(carol.isClosed()).isFalse();
    }

    @Test
    @Pitfall("SW-07")
    void ifNobodyReadsItGoesToTheOneWhoseTurnItIsWhoIsCutOffIfThereIsNoRoom() {
        join(bob, carol, dave);
        assertThat(receivers(1)).containsExactly(bob);
        everyone.forEach(member -> member.readPushes(0));

        assertThat(sender.ask("signal", "jobs", "x")).isEqualTo("ok 1");

        assertThat(carol.isClosed()).isTrue();
        assertThat(bob.isClosed()).isFalse();
        assertThat(dave.isClosed()).isFalse();
        dave.readPushes(1);
        bob.readPushes(1);
        assertThat(receivers(2)).containsExactly(dave, bob);
    }

    @Test
    @Pitfall("SW-07")
    void aSenderThatIsAFullMemberItselfIsPassedOverToo() {
        join(bob, carol);
        bob.readPushes(0);

        assertThat(bob.ask("signal", "jobs", "x")).isEqualTo("ok 1");

        assertThat(heard(carol)).containsExactly("sig jobs x");
        assertThat(bob.isClosed()).isFalse();
    }

    @Test
    @Pitfall("SW-07")
    void aFullGroupTakesNothingFromTheOthers() {
        join(bob);
        bob.readPushes(0);
        carol.ask("listen", "jobs", "");
        dave.ask("listen", "jobs", "h");

        assertThat(sender.ask("signal", "jobs", "x")).isEqualTo("ok 3");

        assertThat(bob.isClosed()).isTrue();
        assertThat(heard(carol)).containsExactly("sig jobs x");
        assertThat(heard(dave)).containsExactly("sig jobs x");
    }

    /** Nobody who stays is ever left out for longer than a round, whoever comes and goes. */
    @Test
    @Pitfall("SW-07")
    void noMemberIsForgottenWhileOthersComeAndGo() {
        join(bob, carol, dave);
        TestClient guest = engine.client("guest");
        for (int i = 0; i < 60; i++) {
            guest.ask(i % 2 == 0 ? "listen" : "unlisten", "jobs", "g");
            for (int j = 0; j < 4; j++) {
                sender.ask("signal", "jobs", "x");
            }
            assertThat(everyone).allMatch(member -> heard(member).size() >= 1);
            heard(guest);
        }
    }
}
