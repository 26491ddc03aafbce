package io.dflockd.simulation.model;

import java.util.List;
import java.util.stream.Collectors;

/** Strings as JSON has them. */
final class Json {
    private Json() {}

    static String string(String text) {
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\u0009");
        return "\"" + escaped + "\"";
    }

    static String array(List<String> texts) {
        return texts.stream().map(Json::string).collect(Collectors.joining(",", "[", "]"));
    }
}
