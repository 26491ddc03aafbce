package io.dflockd.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens that clients were told. They pass them around, and remember some for longer than they should. */
final class Tokens {
    private record Known(String key, String token) {}

    private static final Pattern TOKEN = Pattern.compile("<t[0-9]+>");
    private static final Set<String> RENEWS = Set.of("n", "sn", "rn", "wn");
    private static final int MOST = 12;

    private final List<Known> current = new ArrayList<>();
    private final List<Known> past = new ArrayList<>();
    private final Dice dice;

    Tokens(Dice dice) {
        this.dice = dice;
    }

    /** Learns from an answer which token is in force, or no longer. */
    void learn(Asked asked, String answer) {
        Matcher told = TOKEN.matcher(answer);
        if (told.find()) {
            add(current, new Known(asked.key(), told.group()));
        }
        Matcher used = TOKEN.matcher(asked.argument());
        boolean inForce =
                RENEWS.contains(asked.verb()) && Client.statusOf(answer).equals("ok");
        if (used.find() && !inForce) {
            forget(used.group());
        }
    }

    private void forget(String token) {
        current.stream().filter(each -> each.token().equals(token)).findFirst().ifPresent(known -> {
            current.remove(known);
            add(past, known);
        });
    }

    private static void add(List<Known> list, Known known) {
        list.add(known);
        if (list.size() > MOST) {
            list.remove(0);
        }
    }

    /** A token in force on the key most of the time; otherwise an old one, another key's, a forgery or nonsense. */
    String draw(String key) {
        List<Known> fitting =
                current.stream().filter(each -> each.key().equals(key)).toList();
        int kind = dice.between(1, 100);
        if (kind <= 4 && !past.isEmpty()) {
            return dice.pick(past).token();
        } else if (kind <= 8 && !current.isEmpty()) {
            return dice.pick(current).token();
        } else if (kind <= 10 || fitting.isEmpty()) {
            return dice.pick("nope", "0".repeat(32), "f".repeat(32), "F".repeat(32), "1");
        }
        String token = dice.pick(fitting).token();
        return kind <= 14 ? token.replace(">", "!>") : token;
    }

    boolean knowsOneOf(String key) {
        return current.stream().anyMatch(each -> each.key().equals(key));
    }
}
