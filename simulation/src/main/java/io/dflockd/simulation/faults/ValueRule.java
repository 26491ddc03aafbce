package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A read finds what was written last: nothing that was never written, and nothing that was certainly written over. */
final class ValueRule {
    private ValueRule() {}

    static List<String> check(History history) {
        List<String> violations = new ArrayList<>();
        history.byKey(each -> each.is("kset") || each.is("kget")).values().forEach(ofKey -> check(ofKey, violations));
        return violations;
    }

    private static void check(List<Exchange> ofKey, List<String> violations) {
        Map<String, Exchange> writes = new HashMap<>(); // no value is written twice
        List<Exchange> written = new ArrayList<>();
        for (Exchange each : ofKey) {
            if (each.is("kset")) {
                writes.put(each.argument(), each);
                if (each.isOk()) {
                    written.add(each);
                }
            }
        }
        written.sort(Comparator.comparingLong(Exchange::endedNanos));
        Exchange latest = null; // of the writes that ended before the read was asked, the one that was asked last
        int ended = 0;
        for (Exchange read : ofKey) {
            if (!read.is("kget")) {
                continue;
            }
            for (; ended < written.size() && written.get(ended).endedNanos() < read.askedNanos(); ended++) {
                if (latest == null || written.get(ended).askedNanos() > latest.askedNanos()) {
                    latest = written.get(ended);
                }
            }
            checkRead(read, writes.get(read.payload()), latest, violations);
        }
    }

    private static void checkRead(
            Exchange read, @Nullable Exchange write, @Nullable Exchange latest, List<String> violations) {
        if (read.isOk()) {
            if (write == null || write.isRefused() || write.askedNanos() > read.endedNanos()) {
                violations.add("a value that was never written: " + read);
            } else if (latest != null && write.isOk() && write.endedNanos() < latest.askedNanos()) {
                violations.add("an old value: " + read + ", written over by " + latest);
            }
        } else if ("nil".equals(read.answer()) && latest != null) {
            violations.add("a value is gone: " + read + ", written by " + latest);
        }
    }
}
