package io.dflockd.simulation;

import io.dflockd.simulation.model.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lines that answer no request: {@code sig <channel> …}, {@code watch <event> <key>}, {@code leader <event> <key>}. */
final class Pushes {
    /** What one session hears about one key or channel. */
    record Topic(long session, String word, String key) {}

    private static final Set<String> FIRST_WORDS = Set.of("sig", "watch", "leader");

    private Pushes() {}

    static boolean isPush(Answer answer) {
        return FIRST_WORDS.contains(Client.statusOf(answer.line()));
    }

    static Topic topicOf(Answer push) {
        String[] words = push.line().split(" ", 4);
        return new Topic(push.session(), words[0], words[0].equals("sig") ? words[1] : words[2]);
    }

    /** The pushes among the answers. Only those on one topic have an order that matters. */
    static Map<Topic, List<String>> byTopic(List<Answer> answers) {
        Map<Topic, List<String>> lines = new HashMap<>();
        for (Answer answer : answers) {
            if (isPush(answer)) {
                lines.computeIfAbsent(topicOf(answer), none -> new ArrayList<>())
                        .add(answer.line());
            }
        }
        return lines;
    }
}
