package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A random history: a few clients on a few keys, who acquire, enqueue, collect, release, renew, come and go while time
 * passes. One seed is one history.
 */
final class History {
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");
    private static final int CLIENTS = 6;

    private final Random random;
    private final TestEngine engine;
    private final List<TestClient> clients = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private final List<String> transcript = new ArrayList<>();
    private int tags;

    History(long seed, TestEngine engine) {
        this.random = new Random(seed);
        this.engine = engine;
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(newcomer());
        }
    }

    /** Every answer so far, with the client it went to, and the stats after every step. */
    List<String> transcript() {
        return transcript;
    }

    /** All tokens so far, oldest grant first as far as it can be told from the order of answers. */
    List<String> tokens() {
        return tokens;
    }

    void play(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    void step() {
        int dice = random.nextInt(100);
        if (dice < 30) {
            acquire();
        } else if (dice < 40) {
            enqueue();
        } else if (dice < 50) {
            ask(pick("w", "sw", "rw", "ww"), anyKey(), "" + random.nextInt(4));
        } else if (dice < 68) {
            ask(pick("r", "sr", "rr", "wr", "resign"), anyKey(), anyToken());
        } else if (dice < 73) {
            ask(pick("n", "sn", "rn", "wn"), anyKey(), anyToken() + " " + lease());
        } else if (dice < 76) {
            ask("cancel", "_", "" + random.nextInt(tags + 1));
        } else {
            letSomethingHappen(dice);
        }
        note();
    }

    private void letSomethingHappen(int dice) {
        if (dice < 90) {
            engine.passMillis(random.nextInt(2_500));
        } else if (dice < 92) {
            engine.stallSeconds(random.nextInt(4));
        } else if (dice < 94) {
            engine.sweep();
        } else if (dice < 95) {
            engine.collect();
        } else {
            leave();
        }
    }

    /** Everyone goes, and what they left behind runs out. */
    void end() {
        clients.forEach(TestClient::disconnect);
        clients.clear();
        engine.passSeconds(10);
        engine.sweep();
    }

    private void acquire() {
        String timeout = random.nextInt(6) + " ";
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> ask("l", "lock", timeout + lease());
            case 3 -> ask("elect", "lock", timeout + lease());
            case 4, 5, 6 -> ask("sl", "pair", timeout + "2 " + lease());
            case 7, 8, 9 -> ask("rl", "book", timeout + lease());
            case 10 -> ask("wl", "book", timeout + lease());
            default -> ask(pick("l", "rl", "wl", "elect"), anyKey(), timeout + lease());
        }
    }

    private void enqueue() {
        switch (random.nextInt(5)) {
            case 0 -> ask("e", "lock", lease());
            case 1 -> ask("se", "pair", "2 " + lease());
            case 2 -> ask("re", "book", lease());
            case 3 -> ask("we", "book", lease());
            default -> ask(pick("e", "re", "we"), anyKey(), lease());
        }
    }

    private void leave() {
        int leaving = random.nextInt(clients.size());
        clients.get(leaving).disconnect();
        clients.set(leaving, newcomer());
    }

    private TestClient newcomer() {
        TestClient client = engine.client("client");
        if (random.nextBoolean()) {
            client.send("tag", "_", "on");
        }
        if (random.nextInt(3) == 0) {
            client.send(client.session().isTagged() ? "0 fence" : "fence", "_", "on");
        }
        return client;
    }

    private void ask(String command, String key, String argument) {
        TestClient client = clients.get(random.nextInt(clients.size()));
        client.send(client.session().isTagged() ? ++tags + " " + command : command, key, argument);
    }

    private void note() {
        for (int i = 0; i < clients.size(); i++) {
            while (!clients.get(i).hasNoAnswer()) {
                String answer = clients.get(i).answer();
                transcript.add(i + ": " + answer);
                Matcher token = TOKEN.matcher(answer);
                if (token.find() && !tokens.contains(token.group())) {
                    tokens.add(token.group());
                }
            }
        }
        transcript.add(engine.stats());
    }

    private String anyKey() {
        return pick("lock", "pair", "book");
    }

    private String lease() {
        return "" + (1 + random.nextInt(5));
    }

    /** A token of the last few, which may well be over or of another key. */
    private String anyToken() {
        int known = tokens.size();
        return known == 0 ? "none" : tokens.get(known - 1 - random.nextInt(Math.min(known, 4)));
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
