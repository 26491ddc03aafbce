package io.dflockd.simulation.churn;

import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The keys and channels of a run: few of each kind, so that many meet. */
final class Names {
    private static final int OF_A_KIND = 4;

    private Names() {}

    /** One of the keys of a kind, such as {@code churn.seat.2}. */
    static String any(String kind, Random dice) {
        return of(kind, dice.nextInt(OF_A_KIND));
    }

    static String of(String kind, int number) {
        return "churn." + kind + "." + number;
    }

    static int ofAKind() {
        return OF_A_KIND;
    }

    /** One of the keys of a kind, or a pattern that matches some of them. */
    static String anyPattern(String kind, Random dice) {
        return switch (dice.nextInt(4)) {
            case 0 -> "churn." + kind + ".*";
            case 1 -> "churn." + kind + ".>";
            case 2 -> "churn.*." + dice.nextInt(OF_A_KIND);
            default -> any(kind, dice);
        };
    }

    /** What a pattern of subscriptions matches. */
    static Predicate<String> matching(String pattern) {
        String regex = pattern.replace(".", "\\.").replace("*", "[^.]*").replace(">", ".+");
        return Pattern.compile(regex).asMatchPredicate();
    }
}
