package io.dflockd.simulation.faults;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Every answer is one that its command may have in a run that does nothing wrong. */
final class AnswerRule {
    private static final String GRANT = "[0-9a-f]{32} \\d+";

    private static final Map<String, Pattern> ALLOWED = Map.ofEntries(
            allow("l", "ok " + GRANT + "|timeout|error_lease_expired"),
            allow("e", "acquired " + GRANT + "|queued"),
            allow("w", "ok " + GRANT + "|timeout|error_lease_expired"),
            allow("n", "ok \\d+|error|error_lease_expired"),
            allow("r", "ok|error"),
            allow("incr", "ok \\d+"),
            allow("get", "ok \\d+"),
            allow("rpush", "ok \\d+"),
            allow("lpop", "ok \\S+|nil"),
            allow("blpop", "ok \\S+|nil"),
            allow("kset", "ok"),
            allow("kget", "ok \\S+|nil"));

    private AnswerRule() {}

    private static Map.Entry<String, Pattern> allow(String command, String answers) {
        return Map.entry(command, Pattern.compile(answers));
    }

    static List<String> check(History history) {
        return history.exchanges().stream()
                .filter(each -> !each.isUnknown() && !each.isRefused() && !isAllowed(each))
                .map(each -> "an answer that must not come: " + each)
                .toList();
    }

    private static boolean isAllowed(Exchange exchange) {
        Pattern allowed = ALLOWED.get(exchange.command());
        return allowed != null
                && exchange.answer() != null
                && allowed.matcher(exchange.answer()).matches();
    }
}
