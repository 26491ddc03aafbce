package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Frame;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RefereeTest {
    private static final String TOKEN_10 = "000000000000000a" + "00000000000000ff";
    private static final String TOKEN_11 = "000000000000000b" + "00000000000000ee";

    private final Dictionary dictionary = new Dictionary();
    private final Referee referee = new Referee(dictionary);

    @BeforeEach
    void twoGrantsAreMadeInTwoSteps() {
        dictionary.endStep(1);
        dictionary.endStep(2);
    }

    private void judge(String model, String engine) {
        referee.judge(List.of(new Answer(1, model)), List.of(new Answer(1, engine)));
    }

    @Test
    void learnsWhichTokenStandsForWhichGrant() {
        judge("ok <t1> 33 <f1>", "ok " + TOKEN_10 + " 33 10");

        assertThat(dictionary.toEngine(new Frame("r", "k", "<t1>")).argument()).isEqualTo(TOKEN_10);
    }

    @Test
    void forgesATokenWithTheRightFence() {
        judge("ok <t1> 33", "ok " + TOKEN_10 + " 33");

        String forgery = dictionary.toEngine(new Frame("r", "k", "<t1!>")).argument();

        assertThat(forgery).startsWith(TOKEN_10.substring(0, 16)).hasSize(32).isNotEqualTo(TOKEN_10);
    }

    @Test
    void refusesATokenThatStandsForTwoGrants() {
        judge("ok <t1> 33", "ok " + TOKEN_10 + " 33");

        assertThatThrownBy(() -> judge("ok <t2> 33", "ok " + TOKEN_10 + " 33")).isInstanceOf(Disagreement.class);
    }

    @Test
    void refusesAFenceThatIsNotTheTokensOwn() {
        assertThatThrownBy(() -> judge("ok <t1> 33 <f1>", "ok " + TOKEN_10 + " 33 11"))
                .isInstanceOf(Disagreement.class);
    }

    @Test
    void refusesAFenceThatFallsFromOneStepToTheNext() {
        judge("ok <t2> 33", "ok " + TOKEN_10 + " 33");

        assertThatThrownBy(() -> judge("ok <t1> 33", "ok " + TOKEN_11 + " 33")).isInstanceOf(Disagreement.class);
    }

    @Test
    void refusesAnAnswerTooManyAndOneTooFew() {
        List<Answer> one = List.of(new Answer(1, "ok"));

        assertThatThrownBy(() -> referee.judge(one, List.of())).isInstanceOf(Disagreement.class);
        assertThatThrownBy(() -> referee.judge(List.of(), one)).isInstanceOf(Disagreement.class);
    }

    @Test
    void takesTheAnswersOfAStepInAnyOrder() {
        List<Answer> model = List.of(new Answer(2, "ok"), new Answer(1, "7 timeout"), new Answer(1, "8 ok"));
        List<Answer> engine = List.of(new Answer(1, "8 ok"), new Answer(1, "7 timeout"), new Answer(2, "ok"));

        assertThat(referee.judge(model, engine)).hasSize(3);
    }

    @Test
    void allowsForRoundingAndForNothingElse() {
        judge("ok {\"idle_s\":~1.0004}", "ok {\"idle_s\":1.000}");

        assertThatThrownBy(() -> judge("ok {\"idle_s\":~1.1}", "ok {\"idle_s\":1.000}"))
                .isInstanceOf(Disagreement.class);
        assertThatThrownBy(() -> judge("ok {\"idle_s\":~1.0}", "ok {\"idle_s\":1.000},"))
                .isInstanceOf(Disagreement.class);
    }

    @Test
    void pairsNoPushWithAnAnswer() {
        List<Answer> model = List.of(new Answer(1, "ok 1"), new Answer(1, "sig a.b x y"));
        List<Answer> engine = List.of(new Answer(1, "sig a.b x y"), new Answer(1, "ok 1"));

        assertThat(referee.judge(model, engine)).hasSize(1);
        assertThatThrownBy(() -> referee.judge(model, List.of(new Answer(1, "ok 1"))))
                .isInstanceOf(Disagreement.class);
    }

    @Test
    void takesThePushesAboutOneKeyInOneOrderOnly() {
        Answer release = new Answer(1, "watch release k");
        Answer acquire = new Answer(1, "watch acquire k");
        Answer other = new Answer(1, "watch kset z");

        assertThat(referee.judge(List.of(release, acquire, other), List.of(other, release, acquire)))
                .isEmpty();
        assertThatThrownBy(() -> referee.judge(List.of(release, acquire), List.of(acquire, release)))
                .isInstanceOf(Disagreement.class);
        assertThatThrownBy(() -> referee.judge(List.of(release), List.of(release, release)))
                .isInstanceOf(Disagreement.class);
    }
}
