package io.dflockd.simulation;

import io.dflockd.simulation.model.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which token and which fence of the engine stand for which grant of the model, learned from their answers. Both ways
 * they stand for one thing only. A fence is the first half of its token, and no two tokens share the second.
 */
final class Dictionary {
    private static final Pattern NAME = Pattern.compile("<([tf])([0-9]+)(!?)>");
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]+");
    private static final double ROUNDING = 0.001; // three decimals on the wire

    private final Map<Long, String> tokens = new HashMap<>();
    private final Set<String> salts = new HashSet<>();
    private final FenceOrder fences = new FenceOrder();

    /** The model has made so many grants by the end of the present step. */
    void endStep(long grants) {
        fences.endStep(grants);
    }

    /** The frame with the engine's tokens in the place of the model's. */
    Frame toEngine(Frame frame) {
        return new Frame(frame.first(), frame.key(), toEngine(frame.argument()));
    }

    /** {@code <t7!>} is a forgery: the right fence with another salt. */
    private String toEngine(String line) {
        if (line.indexOf('<') < 0) {
            return line;
        }
        return NAME.matcher(line).replaceAll(name -> {
            String token = tokens.getOrDefault(Long.parseLong(name.group(2)), "unknown");
            return name.group(3).isEmpty() ? token : forge(token);
        });
    }

    private static String forge(String token) {
        char last = token.charAt(token.length() - 1);
        return token.substring(0, token.length() - 1) + (last == '0' ? '1' : '0');
    }

    /** Whether the two lines say the same, as far as was learned; learns from what is new. */
    boolean agree(String model, String engine) {
        int at = 0;
        for (int i = 0; i < model.length(); i++) {
            if (model.charAt(i) == '<' || model.charAt(i) == '~') {
                String expected = model.substring(i, endOfWord(model, i));
                String actual = engine.substring(at, endOfWord(engine, at));
                if (!agreeOnWord(expected, actual)) {
                    return false;
                }
                i += expected.length() - 1;
                at += actual.length();
            } else if (at == engine.length() || model.charAt(i) != engine.charAt(at++)) {
                return false;
            }
        }
        return at == engine.length();
    }

    private static int endOfWord(String line, int from) {
        int end = from;
        while (end < line.length() && " ,]}".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private boolean agreeOnWord(String expected, String actual) {
        if (expected.startsWith("~")) {
            double difference = Double.parseDouble(expected.substring(1)) - Double.parseDouble(actual);
            return Math.abs(difference) < ROUNDING;
        }
        Matcher name = NAME.matcher(expected);
        if (!name.matches()) {
            return expected.equals(actual);
        }
        long grant = Long.parseLong(name.group(2));
        return name.group(1).equals("t") ? learnToken(grant, actual) : learnFence(grant, actual);
    }

    private boolean learnToken(long grant, String token) {
        String known = tokens.putIfAbsent(grant, token);
        if (known != null) {
            return known.equals(token);
        }
        return TOKEN.matcher(token).matches() && salts.add(saltOf(token)) && fences.learn(grant, fenceOf(token));
    }

    private boolean learnFence(long grant, String fence) {
        return DECIMAL.matcher(fence).matches() && fences.learn(grant, Long.parseUnsignedLong(fence));
    }

    /** The fence of the grant that a line of the model tells of. */
    Optional<Long> fenceIn(String line) {
        Matcher name = NAME.matcher(line);
        boolean tells = name.find() && name.group(1).equals("t");
        return tells ? Optional.of(fenceOf(toEngine(name.group()))) : Optional.empty();
    }

    private static String saltOf(String token) {
        return token.substring(16);
    }

    private static long fenceOf(String token) {
        return Long.parseUnsignedLong(token.substring(0, 16), 16);
    }
}
