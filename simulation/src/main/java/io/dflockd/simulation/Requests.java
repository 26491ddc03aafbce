package io.dflockd.simulation;

import io.dflockd.simulation.Scenario.Datum;
import io.dflockd.simulation.Scenario.Habit;
import io.dflockd.simulation.Scenario.Taste;
import io.dflockd.simulation.Scenario.Use;
import io.dflockd.simulation.model.Due;
import io.dflockd.simulation.model.Frame;
import java.util.List;

/** Draws what clients ask: mostly what makes sense where they are, and now and then anything. */
final class Requests {
    private static final String LONGEST = "9223372036";

    private final Scenario scenario;
    private final Tokens tokens;
    private final Dice dice;
    private final Mischief mischief;
    private final DataRequests data;
    private final EventRequests events;

    Requests(Scenario scenario, Tokens tokens, Dice dice) {
        this.scenario = scenario;
        this.tokens = tokens;
        this.dice = dice;
        this.mischief = new Mischief(dice);
        this.data = new DataRequests(scenario, dice);
        this.events = new EventRequests(scenario, dice);
    }

    /** A request about anything. */
    Frame draw(Client client) {
        Frame frame = dice.percent(90) ? aboutKey(client, dice.pick(scenario.habits())) : aboutConnection(client);
        return tag(dice.percent(4) ? mischief.spoil(frame) : frame, client);
    }

    /** A request about one key and no other, or about a request that waits. */
    Frame draw(Client client, String key) {
        return tag(aboutNoOtherKey(client, scenario.habit(key)), client);
    }

    private Frame aboutNoOtherKey(Client client, Habit habit) {
        int kind = dice.between(1, 100);
        if (kind <= 10 && !client.tagsInUse().isEmpty()) {
            return new Frame("cancel", "_", tagToCancel(client));
        } else if (kind <= 15 && scenario.taste().events() > 0) {
            return events.observer(habit.key());
        }
        return dice.percent(scenario.taste().data()) ? data.draw(habit) : aboutResource(client, habit);
    }

    /** A request about that which ends at some time. */
    Frame draw(Client client, Due due) {
        Habit habit = scenario.habit(due.key());
        Frame about = switch (due.kind()) {
            case RESOURCE -> aboutResource(client, habit);
            case VALUE -> data.draw(Datum.VALUE, habit);
            case LIST -> data.draw(Datum.LIST, habit);
            case BARRIER -> data.draw(Datum.BARRIER, habit);
        };
        return dice.percent(70) ? tag(about, client) : draw(client, due.key());
    }

    private Frame aboutKey(Client client, Habit habit) {
        int kind = dice.between(1, 100);
        Taste taste = scenario.taste();
        if (kind <= taste.events()) {
            return events.draw(habit.key());
        } else if (kind <= taste.events() + taste.data()) {
            return data.draw(habit);
        }
        return aboutResource(client, habit);
    }

    private Frame aboutResource(Client client, Habit habit) {
        if (dice.percent(client.hasEnqueued(habit.key()) ? 35 : 4)) {
            return new Frame(dice.pick("w", "sw", "rw", "ww"), habit.key(), timeout());
        }
        if (dice.percent(tokens.knowsOneOf(habit.key()) ? 50 : 4)) {
            return withToken(habit);
        }
        return dice.percent(65) ? acquire(habit) : enqueue(habit);
    }

    private Frame withToken(Habit habit) {
        String token = tokens.draw(habit.key());
        return dice.percent(65)
                ? new Frame(dice.pick("r", "sr", "rr", "wr", "resign"), habit.key(), token)
                : new Frame(dice.pick("n", "sn", "rn", "wn"), habit.key(), token + perhapsLease());
    }

    private Frame acquire(Habit habit) {
        return switch (use(habit)) {
            case LOCK -> new Frame(dice.percent(75) ? "l" : "elect", habit.key(), timeout() + perhapsLease());
            case SEMAPHORE -> new Frame("sl", habit.key(), timeout() + " " + limit(habit) + perhapsLease());
            case READ_WRITE -> new Frame(dice.percent(60) ? "rl" : "wl", habit.key(), timeout() + perhapsLease());
        };
    }

    private Frame enqueue(Habit habit) {
        return switch (use(habit)) {
            case LOCK -> new Frame("e", habit.key(), perhapsLease());
            case SEMAPHORE -> new Frame("se", habit.key(), limit(habit) + perhapsLease());
            case READ_WRITE -> new Frame(dice.percent(60) ? "re" : "we", habit.key(), perhapsLease());
        };
    }

    private Use use(Habit habit) {
        return dice.percent(94) ? habit.use() : dice.pick(Use.values());
    }

    private String limit(Habit habit) {
        return String.valueOf(dice.percent(97) ? habit.limit() : dice.between(1, 4));
    }

    private String timeout() {
        return dice.percent(1) ? LONGEST : dice.pick("0", "1", "1", "2", "3");
    }

    /** A slot that no disconnect frees must have an end in sight. */
    private String perhapsLease() {
        if (dice.percent(1) && scenario.settings().autoRelease()) {
            return " " + LONGEST;
        }
        return dice.percent(70) ? " " + dice.pick("1", "1", "2", "3", "4") : "";
    }

    private Frame aboutConnection(Client client) {
        return switch (dice.between(1, 13)) {
            case 1, 2, 3 -> new Frame("fence", "_", dice.pick("on", "off", " on ", "off\t"));
            case 4, 5 -> new Frame("tag", "_", dice.percent(80) ? "on" : "off");
            case 6 -> new Frame("ping", dice.pick("_", "", "a b"), "");
            case 7 -> new Frame("stable-ref", dice.pick("worker 1", "", " x ", "z".repeat(64), "z".repeat(65)), "_");
            case 8 -> new Frame("barrier", "_", "_");
            case 9 -> new Frame("auth", "_", "secret");
            default -> new Frame("cancel", "_", tagToCancel(client));
        };
    }

    private String tagToCancel(Client client) {
        List<String> inUse = client.tagsInUse();
        return inUse.isEmpty() || dice.percent(10) ? "9" : dice.pick(inUse);
    }

    private Frame tag(Frame frame, Client client) {
        if (!client.isTagged()) {
            return frame;
        }
        String tag = dice.percent(1) ? mischief.tag() : freeTag(client) + " ";
        return new Frame(tag + frame.first(), frame.key(), frame.argument());
    }

    /** A tag that is not in use, most of the time. */
    private String freeTag(Client client) {
        List<String> inUse = client.tagsInUse();
        String tag = String.valueOf(dice.between(1, 99));
        return dice.percent(2) && !inUse.isEmpty() ? dice.pick(inUse) : inUse.contains(tag) ? freeTag(client) : tag;
    }
}
