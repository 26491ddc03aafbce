package io.dflockd.simulation;

import io.dflockd.simulation.model.Frame;

/** Draws what clients ask about observers, signals and watches. */
final class EventRequests {
    private final Scenario scenario;
    private final Dice dice;

    EventRequests(Scenario scenario, Dice dice) {
        this.scenario = scenario;
        this.dice = dice;
    }

    Frame draw(String key) {
        return switch (dice.between(1, 20)) {
            case 1, 2, 3, 4 -> observer(key);
            case 5, 6, 7 -> new Frame("listen", pattern(key), group());
            case 8 -> new Frame("unlisten", pattern(key), group());
            case 9, 10, 11, 12, 13, 14 -> new Frame("signal", channel(key), payload());
            case 15, 16, 17, 18 -> new Frame("watch", pattern(key), dice.pick("", "_"));
            default -> new Frame("unwatch", pattern(key), "");
        };
    }

    /** About one key and no other. */
    Frame observer(String key) {
        return new Frame(dice.percent(70) ? "observe" : "unobserve", key, "");
    }

    private String pattern(String key) {
        int kind = dice.between(1, 100);
        if (kind <= 60) {
            return dice.pick(scenario.patterns());
        } else if (kind <= 95) {
            return key;
        }
        return dice.pick("a*", ">.a", "a.b>", "a.>.b", "**", "a.*b", ".>");
    }

    private String channel(String key) {
        return dice.percent(80) ? key : dice.pick("a", "a.b", "a.b.1", "b..", "a.*", ">", "x>y");
    }

    private String group() {
        return dice.pick("", "", "g", "g", " g ", "g", "h", "g h");
    }

    private String payload() {
        return dice.pick("1", " x  y ", "a\tb", "\u00c3\u00a9");
    }
}
