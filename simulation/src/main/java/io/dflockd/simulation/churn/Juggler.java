package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Has many requests of all kinds in flight on one connection, hears signals meanwhile, and leaves before they end. */
final class Juggler extends Guest {
    private static final int REQUESTS = 8;

    private record Asked(String command, String key) {}

    private final Map<Long, Asked> inFlight = new HashMap<>();

    Juggler(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        wire.hearWith(heard -> {
            if (heard.kind() != Heard.Kind.SIGNAL) {
                throw new Fault("a juggler heard " + heard);
            }
        });
        wire.ask("listen", "churn.news.>", "");
        wire.ask("tag", "_", "on");
        for (long tag = 1; tag <= REQUESTS; tag++) {
            send(wire, tag);
        }
        long leavesAt = System.nanoTime() + aMomentMillis() * 1_000_000;
        while (!inFlight.isEmpty() && System.nanoTime() < leavesAt) {
            String answer = wire.nextAnswer((leavesAt - System.nanoTime()) / 1_000_000);
            if (answer != null) {
                take(wire, answer);
            }
        }
    }

    private void send(Wire wire, long tag) throws IOException {
        switch (dice.nextInt(4)) {
            case 0 -> send(wire, tag, dice.nextBoolean() ? "blpop" : "brpop", Names.any("box", dice), "1");
            case 1 -> send(wire, tag, "elect", Names.any("seat", dice), "1 1");
            case 2 -> send(wire, tag, "l", Names.any("lock", dice), "1 1");
            default -> send(wire, tag, "bwait", "churn.gate.own" + scene.newNumber(), "2 1");
        }
    }

    private void send(Wire wire, long tag, String command, String key, String argument) throws IOException {
        inFlight.put(tag, new Asked(command, key));
        wire.sendTagged(tag, command, key, argument);
    }

    private void take(Wire wire, String line) {
        Asked asked = finish(line);
        wire.check(asked.command, answerIn(line));
        settle(asked, answerIn(line));
    }

    /** Takes the request out of the air that a line answers. */
    private Asked finish(String line) {
        Asked asked = inFlight.remove(Long.parseLong(line.substring(0, line.indexOf(' '))));
        if (asked == null) {
            throw new Fault("an answer with a tag that is not in use: " + line);
        }
        return asked;
    }

    private static String answerIn(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }

    private void settle(Asked asked, String answer) {
        if (isPop(asked)) {
            scene.ledger.popped(asked.key, answer);
        }
    }

    private static boolean isPop(Asked asked) {
        return asked.command.equals("blpop") || asked.command.equals("brpop");
    }

    @Override
    void gone(List<String> lateAnswers) {
        lateAnswers.forEach(line -> settle(finish(line), answerIn(line)));
        inFlight.values().stream().filter(Juggler::isPop).forEach(unused -> scene.ledger.popAbandoned());
    }
}
