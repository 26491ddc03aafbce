package io.dflockd.simulation.churn;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The forms that the answer to each command may have when no limit is reached. */
final class Replies {
    private static final String TOKEN = "[0-9a-f]{32}";
    private static final String NUMBER = "[0-9]+";
    private static final Map<String, Pattern> FORMS = new HashMap<>();

    static {
        forms("l sl", "ok " + TOKEN + " " + NUMBER + "|timeout|error_lease_expired");
        forms("rl wl elect", "ok " + TOKEN + " " + NUMBER + " " + NUMBER + "|timeout|error_lease_expired");
        forms("e", "acquired " + TOKEN + " " + NUMBER + "|queued");
        forms("w", "ok " + TOKEN + " " + NUMBER + "|timeout|error_lease_expired");
        forms("r sr rr wr resign", "ok|error");
        forms("n", "ok " + NUMBER + "|error|error_lease_expired");
        forms("incr decr get", "ok -?" + NUMBER);
        forms("lpush rpush llen signal", "ok " + NUMBER);
        forms("kget lpop rpop blpop brpop", "ok .+|nil");
        forms("kcas", "ok|cas_conflict");
        forms("lrange", "ok \\[.*]");
        forms("bwait", "ok|timeout");
        forms("cset kset kdel observe unobserve listen unlisten watch unwatch ping tag", "ok");
        forms("stats", "ok \\{.*}");
    }

    private Replies() {}

    private static void forms(String commands, String form) {
        Pattern pattern = Pattern.compile(form);
        for (String command : commands.split(" ", -1)) {
            FORMS.put(command, pattern);
        }
    }

    static void check(String command, String answer) {
        Pattern form = FORMS.get(command);
        if (form == null) {
            throw new IllegalStateException("no form is known for the answer to " + command);
        }
        if (!form.matcher(answer).matches()) {
            throw new Fault(command + " was answered " + answer);
        }
    }
}
