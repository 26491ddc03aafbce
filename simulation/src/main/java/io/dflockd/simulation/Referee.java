package io.dflockd.simulation;

import io.dflockd.simulation.model.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares what model and engine have answered in a step. Each session must be told the same; the order between
 * answers of one step is the engine's own business, because its shards take their turns in any order.
 */
final class Referee {
    /** Two answers to the same request, in the words of the model and of the engine. */
    record Verdict(Answer model, Answer engine) {}

    private static final Comparator<Answer> BY_SESSION_TAG_AND_STATUS = Comparator.comparingLong(Answer::session)
            .thenComparing(answer -> Client.tagOf(answer.line()))
            .thenComparing(answer -> Client.statusOf(answer.line()));

    private final Dictionary dictionary;

    Referee(Dictionary dictionary) {
        this.dictionary = dictionary;
    }

    /** The answers in pairs, or a disagreement. */
    List<Verdict> judge(List<Answer> model, List<Answer> engine) {
        if (model.isEmpty() && engine.isEmpty()) {
            return List.of();
        }
        List<Answer> expected = sorted(model);
        List<Answer> actual = sorted(engine);
        if (expected.size() != actual.size()) {
            throw new Disagreement("\n  the model says  " + expected + "\n  the engine says " + actual);
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            verdicts.add(judge(expected.get(i), actual.get(i)));
        }
        return verdicts;
    }

    private Verdict judge(Answer model, Answer engine) {
        if (model.session() != engine.session() || !dictionary.agree(model.line(), engine.line())) {
            throw new Disagreement("\n  the model says  " + model + "\n  the engine says " + engine);
        }
        return new Verdict(model, engine);
    }

    private static List<Answer> sorted(List<Answer> answers) {
        return answers.stream().sorted(BY_SESSION_TAG_AND_STATUS).toList();
    }
}
