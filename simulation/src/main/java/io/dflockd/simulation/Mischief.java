package io.dflockd.simulation;

import io.dflockd.simulation.model.Frame;
import java.util.Locale;

/** Makes a request malformed, or writes a good one in an odd way. */
final class Mischief {
    private final Dice dice;

    Mischief(Dice dice) {
        this.dice = dice;
    }

    Frame spoil(Frame frame) {
        return switch (dice.between(1, 5)) {
            case 1 -> new Frame(verb(frame.first()), frame.key(), frame.argument());
            case 2 -> new Frame(frame.first(), key(frame.key()), frame.argument());
            case 3 -> new Frame(frame.first(), frame.key(), argument(frame.argument()));
            case 4 -> new Frame(frame.first() + "\r", frame.key() + "\r\r", "  " + frame.argument() + "\t \r");
            default -> new Frame(frame.first(), frame.key(), frame.argument().replaceFirst("^([0-9])", "+0$1"));
        };
    }

    private String verb(String verb) {
        return dice.pick("zz", "", verb + " ", " " + verb, verb.toUpperCase(Locale.ROOT), verb + "\u00ff");
    }

    private String key(String key) {
        return dice.pick("", " ", key + " x", "\t" + key, key + "\r" + key, key + "\u00ff\u00fe");
    }

    private String argument(String argument) {
        String number = dice.pick("x", "-1", "0", "-0", "1.0", "0x1", "1_0", "+", "9223372037", "9".repeat(20));
        return dice.pick(
                "", number, number + " 1", argument + " " + number, "1 2 3 4", "\u00ff", "\u00c3\u00a9", tabs());
    }

    private String tabs() {
        return dice.pick("x\t", "\t5", "x\t-1", "x\t 5", "a\tb", "a\tb\t5", "a\t\t0", "a\tb\tx", "a\tb\t1\t2");
    }

    /** In the place of a tag and its blank. */
    String tag() {
        return dice.pick("", " ", "1", "1  ", "x ", "-1 ", "1234567890123456789 ");
    }
}
