package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which verb works on what, as 2.4 and 4.1 of PROTOCOL.md say it: the tables of all pairs. */
final class VerbsTest {
    private static final List<String> RELEASES = List.of("r", "sr", "rr", "wr", "resign");
    private static final List<String> RENEWALS = List.of("n", "sn", "rn", "wn");
    private static final List<String> WAITS = List.of("w", "sw", "rw", "ww");
    private static final List<String> ALWAYS_SHOW_THE_FENCE = List.of("rn", "wn", "rw", "ww");

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    static Stream<Arguments> kindsAndReleases() {
        return pairs(Stream.of(Kind.values()), RELEASES);
    }

    static Stream<Arguments> kindsAndRenewals() {
        return pairs(Stream.of(Kind.values()), RENEWALS);
    }

    static Stream<Arguments> entriesAndWaits() {
        return pairs(Stream.of(Kind.values()).filter(Kind::isTwoPhase), WAITS);
    }

    static Stream<Arguments> kindsAndKinds() {
        return pairs(Stream.of(Kind.values()), Arrays.asList(Kind.values()));
    }

    private static Stream<Arguments> pairs(Stream<Kind> kinds, List<?> others) {
        return kinds.flatMap(kind -> others.stream().map(other -> Arguments.of(kind, other)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndReleases")
    @Pitfall("LM-12")
    void everyReleaseVerbFreesEveryKindOfSlot(Kind kind, String release) {
        Grant grant = Grant.of(kind.ask(alice, "k"));

        String answer = bob.ask(release, "k", grant.token());

        assertThat(answer).isEqualTo("ok");
        assertThat(engine.census().holders()).isZero();
        assertThat(engine.bare().isStateful(alice.session())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kindsAndRenewals")
    @Pitfall("LM-12")
    void everyRenewVerbRenewsEveryKindOfSlotAndAnswersInItsOwnWay(Kind kind, String renewal) {
        Grant grant = Grant.of(kind.ask(alice, "k"));
        engine.passSeconds(30);

        String answer = bob.ask(renewal, "k", grant.token() + " 50");

        assertThat(answer).isEqualTo("ok 50" + fenceField(renewal, grant));
        engine.passSeconds(49);
        assertThat(bob.ask("r", "k", grant.token())).isEqualTo("ok");
    }

    @ParameterizedTest
    @MethodSource("entriesAndWaits")
    @Pitfall("TP-08")
    void everyWaitVerbCollectsEveryKindOfEntryAndAnswersInItsOwnWay(Kind kind, String wait) {
        Grant grant = Grant.of(kind.ask(alice, "k"));

        String answer = alice.ask(wait, "k", "0");

        assertThat(answer).isEqualTo("ok " + grant.token() + " 33" + fenceField(wait, grant));
    }

    @ParameterizedTest
    @MethodSource("entriesAndWaits")
    @Pitfall("TP-08")
    void everyWaitVerbWaitsForEveryKindOfEntry(Kind kind, String wait) {
        TestClient holder = engine.client("holder");
        String exclusive = kind.limit == 0 ? "wl" : "sl";
        String argument = kind.limit == 0 ? "0" : "0 " + kind.limit;
        for (int i = 0; i < Math.max(1, kind.limit); i++) {
            holder.send(exclusive, "k", argument);
        }
        assertThat(kind.ask(alice, "k")).isEqualTo("queued");
        alice.send(wait, "k", "60");

        holder.disconnect();

        String answer = alice.answer();
        assertThat(answer).isEqualTo("ok " + Grant.of(answer).token() + " 33" + fenceField(wait, Grant.of(answer)));
    }

    private static String fenceField(String verb, Grant grant) {
        return ALWAYS_SHOW_THE_FENCE.contains(verb) ? " " + Long.toUnsignedString(grant.fence()) : "";
    }

    @ParameterizedTest
    @MethodSource("kindsAndKinds")
    @Pitfall("SE-06")
    void aNameInUseIsSharedOrRefusedByKind(Kind first, Kind second) {
        Grant grant = Grant.of(first.ask(alice, "k"));

        String answer = second.ask(bob, "k");

        assertThat(answer.split(" ", -1)[0]).isEqualTo(first.answerTo(second));
        assertThat(alice.ask("n", "k", grant.token())).isEqualTo("ok 33");
    }

    @ParameterizedTest
    @MethodSource("kindsAndKinds")
    @Pitfall({"SE-05", "SE-06"})
    void aNameOutOfUseTakesTheKindOfItsNextUser(Kind first, Kind second) {
        Grant grant = Grant.of(first.ask(alice, "k"));
        alice.send("r", "k", grant.token());

        String answer = second.ask(bob, "k");

        assertThat(answer).startsWith(second.isTwoPhase() ? "acquired " : "ok ");
        assertThat(answer.split(" ", -1)).hasSize(second.showsFence ? 4 : 3);
        String next = second.ask(engine.client("carol"), "k");
        assertThat(next.split(" ", -1)[0]).isEqualTo(second.answerTo(second));
    }

    @ParameterizedTest
    @MethodSource("kindsAndKinds")
    @Pitfall({"SE-05", "SE-06"})
    void aLapsedHolderDoesNotKeepTheKindOfItsName(Kind first, Kind second) {
        assertThat(first.ask(alice, "k")).contains(" 33");
        engine.passSeconds(33);

        String answer = second.ask(bob, "k");

        assertThat(answer).startsWith(second.isTwoPhase() ? "acquired " : "ok ");
    }
}
