package io.dflockd.simulation;

import io.dflockd.simulation.Pushes.Topic;
import io.dflockd.simulation.model.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what model and engine have said in a step. Each session must be told the same; the order between answers of
 * one step is the engine's own business, because its shards take their turns in any order.
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

    /** The answers in pairs, or a disagreement. Pushes answer nobody and have no part in the pairs. */
    List<Verdict> judge(List<Answer> model, List<Answer> engine) {
        if (model.isEmpty() && engine.isEmpty()) {
            return List.of();
        }
        comparePushes(Pushes.byTopic(model), Pushes.byTopic(engine));
        List<Answer> expected = sortedReplies(model);
        List<Answer> actual = sortedReplies(engine);
        if (expected.size() != actual.size()) {
            throw disagreement(expected, actual);
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            verdicts.add(judge(expected.get(i), actual.get(i)));
        }
        return verdicts;
    }

    private Verdict judge(Answer model, Answer engine) {
        if (model.session() != engine.session() || !dictionary.agree(model.line(), engine.line())) {
            throw disagreement(model, engine);
        }
        return new Verdict(model, engine);
    }

    private static void comparePushes(Map<Topic, List<String>> model, Map<Topic, List<String>> engine) {
        if (model.equals(engine)) {
            return;
        }
        Set<Topic> topics = new HashSet<>(model.keySet());
        topics.addAll(engine.keySet());
        for (Topic topic : topics) {
            List<String> expected = model.getOrDefault(topic, List.of());
            List<String> actual = engine.getOrDefault(topic, List.of());
            if (!expected.equals(actual)) {
                throw disagreement(topic + " " + expected, topic + " " + actual);
            }
        }
    }

    private static List<Answer> sortedReplies(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> !Pushes.isPush(answer))
                .sorted(BY_SESSION_TAG_AND_STATUS)
                .toList();
    }

    private static Disagreement disagreement(Object model, Object engine) {
        return new Disagreement("\n  the model says  " + model + "\n  the engine says " + engine);
    }
}
