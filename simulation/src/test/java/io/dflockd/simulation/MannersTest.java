package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.simulation.Referee.Verdict;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MannersTest {
    private static final Answer REPLY = new Answer(1, "ok");
    private static final Answer PUSH = new Answer(1, "watch kset k");

    private static void check(List<Answer> model, List<Answer> engine) {
        Asked asked = Asked.of(new Frame("kset", "k", "x"), false, 0);
        new Manners(model, engine).check(asked, new Verdict(REPLY, REPLY));
    }

    @Test
    void refusesAPushBeforeTheAnswerThatItFollows() {
        check(List.of(REPLY, PUSH), List.of(REPLY, PUSH));

        assertThatThrownBy(() -> check(List.of(REPLY, PUSH), List.of(PUSH, REPLY)))
                .isInstanceOf(Disagreement.class);
        assertThatThrownBy(() -> check(List.of(PUSH, REPLY, PUSH), List.of(PUSH, PUSH, REPLY)))
                .isInstanceOf(Disagreement.class);
    }

    @Test
    void allowsWhatWasCausedByOthers() {
        check(List.of(PUSH, REPLY), List.of(PUSH, REPLY));
        check(List.of(PUSH, REPLY), List.of(REPLY, PUSH));
    }

    @Test
    void looksAtNoOtherKeyAndNoOtherSession() {
        Answer otherKey = new Answer(1, "watch kset z");
        Answer otherSession = new Answer(2, "watch kset k");

        check(List.of(REPLY, otherKey, otherSession), List.of(otherKey, otherSession, REPLY));
    }
}
