package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals and who hears them: 2.10 and 4.8 of PROTOCOL.md. */
final class SignalTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @Test
    void reachesThoseWhoListenAndCountsThem() {
        assertThat(bob.ask("listen", "ch", "")).isEqualTo("ok");
        assertThat(carol.ask("listen", "ch", "")).isEqualTo("ok");

        assertThat(alice.ask("signal", "ch", "hi there")).isEqualTo("ok 2");

        assertThat(heard(bob)).containsExactly("sig ch hi there");
        assertThat(heard(carol)).containsExactly("sig ch hi there");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void isNotStoredForThoseWhoComeLater() {
        assertThat(alice.ask("signal", "ch", "early")).isEqualTo("ok 0");

        bob.send("listen", "ch", "");

        assertThat(heard(bob)).containsExactly("ok");
    }

    @Test
    void reachesOnlyListenersOfItsOwnChannel() {
        bob.ask("listen", "other", "");

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 0");

        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void reachesItsSenderTooIfItListensAndTheReplyComesFirst() {
        alice.ask("listen", "ch", "");

        alice.send("signal", "ch", "me");

        assertThat(heard(alice)).containsExactly("ok 1", "sig ch me");
    }

    @Test
    @Pitfall("SW-08")
    void comesOnceToAConnectionHoweverManyOfItsPatternsMatch() {
        for (String pattern : List.of("a.b", "a.*", "*.b", "*.*", "a.>", ">")) {
            bob.ask("listen", pattern, "");
        }

        assertThat(alice.ask("signal", "a.b", "x")).isEqualTo("ok 1");

        assertThat(heard(bob)).containsExactly("sig a.b x");
    }

    @Test
    @Pitfall("SW-08")
    void comesThroughEveryGroupAndBesidesToThePlainSubscription() {
        bob.ask("listen", "j", "");
        bob.ask("listen", "*", "");
        bob.ask("listen", "j", "g");
        bob.ask("listen", "j", "h");
        bob.ask("listen", "*", "g");

        assertThat(alice.ask("signal", "j", "x")).isEqualTo("ok 4");

        assertThat(heard(bob)).hasSize(4).containsOnly("sig j x");
    }

    @Test
    @Pitfall("SW-08")
    void aGroupTakesNothingFromThePlainListenersOfOthers() {
        bob.ask("listen", "j", "g");
        carol.ask("listen", "j", "g");
        carol.ask("listen", "j", "");

        assertThat(alice.ask("signal", "j", "1")).isEqualTo("ok 2");
        assertThat(alice.ask("signal", "j", "2")).isEqualTo("ok 2");

        assertThat(heard(bob)).containsExactly("sig j 1");
        assertThat(heard(carol)).containsExactly("sig j 1", "sig j 2", "sig j 2");
    }

    @Test
    void repeatingAListenChangesNothing() {
        bob.ask("listen", "ch", "");

        assertThat(bob.ask("listen", "ch", "")).isEqualTo("ok");

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 1");
        assertThat(heard(bob)).containsExactly("sig ch x");
        assertThat(bob.ask("unlisten", "ch", "")).isEqualTo("ok");
        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 0");
    }

    @ParameterizedTest
    @CsvSource({"'', g", "g, ''", "g, h", "g, G", "my group, mygroup"})
    void unlistenNeedsTheGroupOfTheListen(String group, String other) {
        bob.ask("listen", "j", group);

        assertThat(bob.ask("unlisten", "j", other)).isEqualTo("ok");
        assertThat(alice.ask("signal", "j", "1")).isEqualTo("ok 1");
        assertThat(bob.ask("unlisten", "*", group)).isEqualTo("sig j 1");
        assertThat(bob.answer()).isEqualTo("ok");
        assertThat(alice.ask("signal", "j", "2")).isEqualTo("ok 1");
        assertThat(bob.answer()).isEqualTo("sig j 2");

        assertThat(bob.ask("unlisten", "j", group)).isEqualTo("ok");
        assertThat(alice.ask("signal", "j", "3")).isEqualTo("ok 0");
        assertThat(bob.ask("unlisten", "j", group)).isEqualTo("ok");
    }

    @Test
    void unlistenConcernsOnesOwnSubscriptionOnly() {
        bob.ask("listen", "ch", "");
        bob.ask("listen", "ch", "g");

        carol.ask("unlisten", "ch", "");
        carol.ask("unlisten", "ch", "g");

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 2");
    }

    @Test
    void blanksAroundTheNameOfAGroupAreNotPartOfItAndThoseInsideAre() {
        bob.ask("listen", "j", " \tmy group ");
        carol.ask("listen", "j", "my group");

        assertThat(alice.ask("signal", "j", "x")).isEqualTo("ok 1");
        carol.ask("unlisten", "j", "  my group\t");
        bob.ask("listen", "j", "my  group");

        assertThat(alice.ask("signal", "j", "x")).isEqualTo("ok 2");
    }

    @Test
    void aGroupOfBlanksIsNone() {
        bob.ask("listen", "j", " \t ");
        carol.ask("listen", "j", "");

        assertThat(alice.ask("signal", "j", "x")).isEqualTo("ok 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "  x  y ", "\t", "\tx", "x\t5", "é鍵😀", "\u0000", "*", ">", "a.>"})
    void thePayloadArrivesAsItWasSent(String payload) {
        bob.ask("listen", "ch", "");

        assertThat(alice.ask("signal", "ch", payload)).isEqualTo("ok 1");

        assertThat(bob.answer()).isEqualTo("sig ch " + payload);
    }

    @Test
    void anEmptyPayloadIsRefused() {
        bob.ask("listen", "ch", "");

        assertThat(alice.ask("signal", "ch", "")).isEqualTo("error");

        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "é"})
    @Pitfall("SW-13")
    void theLongestChannelAndPayloadArriveWhole(String letter) {
        String longest = letter.repeat(letter.equals("c") ? 256 : 128);
        String payload = longest.repeat(256);
        bob.ask("listen", longest, "");
        carol.ask("listen", ">", "g");

        assertThat(alice.ask("signal", longest, payload)).isEqualTo("ok 2");

        assertThat(bob.answer()).isEqualTo("sig " + longest + " " + payload);
        assertThat(carol.answer()).isEqualTo("sig " + longest + " " + payload);
    }

    @Test
    @Pitfall("SW-13")
    void aPayloadThatIsTooLongIsRefusedAndHurtsNobody() {
        bob.ask("listen", "ch", "");

        assertThat(alice.ask("signal", "ch", "p".repeat(65_537))).isEqualTo("error");

        assertThat(alice.isClosed()).isFalse();
        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(bob.isClosed()).isFalse();
    }

    @Test
    void signalsOfOneSenderArriveInTheirOrder() {
        bob.ask("listen", "a.*", "");
        List<String> expected = new ArrayList<>();

        for (int i = 0; i < 500; i++) {
            alice.ask("signal", "a." + i % 7, "" + i);
            expected.add("sig a." + i % 7 + " " + i);
        }

        assertThat(heard(bob)).isEqualTo(expected);
    }

    @Test
    void reachesASessionWhoseRequestIsParked() {
        Grant grant = Grant.of(alice.ask("l", "k", "0"));
        bob.ask("listen", "ch", "");
        bob.send("l", "k", "60");

        alice.ask("signal", "ch", "x");

        assertThat(heard(bob)).containsExactly("sig ch x");
        alice.ask("r", "k", grant.token());
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    void carriesNoTagWhereRepliesDo() {
        bob.ask("tag", "_", "on");
        bob.ask("1 listen", "ch", "");

        bob.send("2 signal", "ch", "x");

        assertThat(heard(bob)).containsExactly("2 ok 1", "sig ch x");
    }

    @Test
    void doesNotReachAListenerThatHasGone() {
        bob.ask("listen", "ch", "");
        bob.ask("listen", "ch", "g");

        bob.disconnect();

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 0");
    }
}
