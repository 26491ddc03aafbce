package io.dflockd.cli.bench;

import java.util.Map;
import java.util.stream.Collectors;

/** A report as one JSON object. */
final class JsonForm {
    private JsonForm() {}

    static String of(Map<String, Object> fields) {
        return fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":" + value(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Object value) {
        if (value instanceof String text) {
            return text.isEmpty() ? "null" : "\"" + text + "\""; // no text of a report has a quote in it
        }
        return value.toString();
    }
}
