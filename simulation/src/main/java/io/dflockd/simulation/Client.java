package io.dflockd.simulation;

import io.dflockd.simulation.model.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A virtual client: it knows what it has asked, and that each request is answered exactly once. */
final class Client {
    /** The answers to a second phase after which it can be tried again. */
    private static final Set<String> KEEPS_ENTRY = Set.of("error", "error_max_waiters");

    final long id;
    private final List<Asked> unanswered = new ArrayList<>();
    private final Map<String, Long> arrivalByEnqueuedKey = new HashMap<>();
    private boolean tagged;
    private boolean reads = true;

    Client(long id) {
        this.id = id;
    }

    boolean isTagged() {
        return tagged;
    }

    /** It hears nothing more, and asks nothing more. */
    void stopReading() {
        reads = false;
    }

    /** Without tags one waits for the answer before one asks again. */
    boolean maySend() {
        return reads && (tagged || unanswered.isEmpty());
    }

    /** Whether it is not known yet if the next request must have a tag. */
    boolean isSwitching() {
        return unanswered.stream().anyMatch(each -> each.verb().equals("tag"));
    }

    boolean isWaiting() {
        return !unanswered.isEmpty();
    }

    boolean hasEnqueued(String key) {
        return arrivalByEnqueuedKey.containsKey(key);
    }

    List<String> tagsInUse() {
        return unanswered.stream().map(Asked::tag).toList();
    }

    void ask(Frame frame, long arrival) {
        Asked asked = Asked.of(frame, tagged, arrival);
        Long enqueued = asked.isCollecting() ? arrivalByEnqueuedKey.get(asked.key()) : null;
        unanswered.add(enqueued == null ? asked : asked.since(enqueued));
    }

    /** Takes an answer and returns its request. */
    Asked hear(String line) {
        String status = statusOf(line);
        Asked asked = takeUnanswered(line, status);
        if (asked.verb().equals("tag") && status.equals("ok")) {
            tagged = asked.argument().contains("on");
        }
        if (status.equals("acquired") || status.equals("queued")) {
            arrivalByEnqueuedKey.put(asked.key(), asked.arrival());
        } else if (asked.isCollecting() && !KEEPS_ENTRY.contains(status)) {
            arrivalByEnqueuedKey.remove(asked.key());
        }
        return asked;
    }

    /** If a tag was used twice, the second request is the one that gets the error. */
    private Asked takeUnanswered(String line, String status) {
        List<Asked> candidates = unanswered.stream()
                .filter(each -> each.tag().equals(tagOf(line)))
                .toList();
        if (candidates.isEmpty()) {
            throw new Disagreement("session " + id + " is answered without having asked: " + line);
        }
        Asked asked = candidates.get(status.equals("error") ? candidates.size() - 1 : 0);
        unanswered.remove(asked);
        return asked;
    }

    /** The tag of an answer: none without a tag begins with a digit. */
    static String tagOf(String line) {
        return Character.isDigit(line.charAt(0)) ? line.substring(0, line.indexOf(' ')) : "";
    }

    static String statusOf(String line) {
        int from = Character.isDigit(line.charAt(0)) ? line.indexOf(' ') + 1 : 0;
        int blank = line.indexOf(' ', from);
        return blank < 0 ? line.substring(from) : line.substring(from, blank);
    }
}
