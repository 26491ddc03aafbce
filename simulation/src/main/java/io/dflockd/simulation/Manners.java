package io.dflockd.simulation;

import io.dflockd.simulation.Referee.Verdict;
import io.dflockd.simulation.model.Answer;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer comes before the pushes that its own request has caused on the same session.
 *
 * <p>The model says what it caused: whatever it pushes after the answer, about the same key. The engine may push more of
 * it late, but nothing of it early.
 */
final class Manners {
    private final List<Answer> model;
    private final List<Answer> engine;

    /** All that was said in a step. */
    Manners(List<Answer> model, List<Answer> engine) {
        this.model = model;
        this.engine = engine;
    }

    void check(Asked asked, Verdict verdict) {
        List<String> early = pushesBefore(verdict.engine(), asked.key(), engine);
        if (early.isEmpty()) {
            return;
        }
        List<String> allowed = pushesBefore(verdict.model(), asked.key(), model);
        for (String line : early) {
            if (!allowed.remove(line)) {
                throw new Disagreement("\n  pushed too early  " + line + "\n  before its answer " + verdict.engine());
            }
        }
    }

    private static List<String> pushesBefore(Answer answer, String key, List<Answer> all) {
        List<String> before = new ArrayList<>();
        for (Answer each : all) {
            if (each.equals(answer)) {
                break;
            }
            if (each.session() == answer.session()
                    && Pushes.isPush(each)
                    && Pushes.topicOf(each).key().equals(key)) {
                before.add(each.line());
            }
        }
        return before;
    }
}
