package io.dflockd.cli.cluster;

import io.dflockd.cli.console.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the cluster looks from the node that was asked.
 *
 * @param leader null if none is known
 * @param overruled settings of the asked node that do not hold
 */
record Status(
        String node,
        @Nullable String leader,
        long term,
        long applied,
        long lag,
        long snapshot,
        long logBytes,
        long version,
        List<String> overruled,
        List<Member> members) {
    /**
     * One node of the cluster.
     *
     * @param silentSeconds null if the asked node does not know
     */
    record Member(
            String name,
            String role,
            String address,
            long commit,
            long lag,
            @Nullable Double silentSeconds,
            long sessions,
            long version) {}

    /** Reads the object of section 2.16 of PROTOCOL.md; throws IllegalArgumentException if it is none. */
    static Status read(String json) {
        Map<String, @Nullable Object> object = Json.object(json);
        List<String> overruled = new ArrayList<>();
        list(object, "overruled").forEach(each -> overruled.add(String.valueOf(each)));
        List<Member> members = new ArrayList<>();
        list(object, "nodes").forEach(each -> members.add(member((Map<?, ?>) each)));
        return new Status(
                text(object, "node"),
                object.get("leader") instanceof String leader ? leader : null,
                number(object, "term"),
                number(object, "applied"),
                number(object, "lag"),
                number(object, "snapshot"),
                number(object, "log_bytes"),
                number(object, "version"),
                overruled,
                members);
    }

    private static Member member(Map<?, ?> object) {
        return new Member(
                text(object, "node"),
                text(object, "role"),
                text(object, "address"),
                number(object, "commit"),
                number(object, "lag"),
                object.get("silent_s") instanceof Number seconds ? seconds.doubleValue() : null,
                number(object, "sessions"),
                number(object, "version"));
    }

    private static String text(Map<?, ?> object, String name) {
        return String.valueOf(object.get(name));
    }

    /** What is missing is not known, as a node says it. */
    private static long number(Map<?, ?> object, String name) {
        return object.get(name) instanceof Number number ? number.longValue() : -1;
    }

    private static List<?> list(Map<?, ?> object, String name) {
        return object.get(name) instanceof List<?> list ? list : List.of();
    }
}
