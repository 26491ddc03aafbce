package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A random history of data: a few clients who count, set, push, pop, meet, campaign and observe, come and go while time
 * passes. One seed is one history.
 */
final class DataHistory {
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");
    private static final int CLIENTS = 5;

    private final Random random;
    private final TestEngine engine;
    private final List<TestClient> clients = new ArrayList<>();
    private final List<String> transcript = new ArrayList<>();
    private String token = "none"; // the latest that anyone was told
    private int tags;

    DataHistory(long seed, TestEngine engine) {
        this.random = new Random(seed);
        this.engine = engine;
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(newcomer());
        }
    }

    /** Every line so far, with the client it went to, and the stats after every step. */
    List<String> transcript() {
        return transcript;
    }

    void play(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    void step() {
        switch (random.nextInt(20)) {
            case 0, 1 -> count();
            case 2, 3, 4 -> store();
            case 5, 6, 7, 8 -> list();
            case 9, 10 -> ask("bwait", (2 + random.nextInt(2)) + " " + random.nextInt(4));
            case 11, 12 -> campaign();
            case 13 -> ask(pick("observe", "observe", "unobserve"), "");
            case 14 -> ask("cancel", "" + random.nextInt(tags + 1));
            default -> letSomethingHappen();
        }
        note();
    }

    private void count() {
        ask(pick("incr", "decr", "cset", "get"), "" + (random.nextInt(5) - 2));
    }

    private void store() {
        int seconds = random.nextInt(4);
        switch (random.nextInt(5)) {
            case 0 -> ask("kset", pick("x", "y"));
            case 1 -> ask("kset", pick("x", "y") + "\t" + seconds);
            case 2 -> ask("kcas", pick("", "x", "y") + "\t" + pick("x", "y") + "\t" + seconds);
            case 3 -> ask("kdel", "");
            default -> ask("kget", "");
        }
    }

    private void list() {
        switch (random.nextInt(6)) {
            case 0, 1 -> ask(pick("lpush", "rpush"), "item" + transcript.size());
            case 2, 3 -> ask(pick("blpop", "brpop"), "" + random.nextInt(5));
            case 4 -> ask(pick("lpop", "rpop", "llen"), "");
            default -> ask("lrange", "0 -1");
        }
    }

    private void campaign() {
        String times = random.nextInt(5) + " " + (1 + random.nextInt(4));
        switch (random.nextInt(6)) {
            case 0, 1 -> ask("elect", times);
            case 2 -> ask("l", times);
            case 3 -> ask(pick("e", "w"), "1");
            default -> ask(pick("resign", "r"), token);
        }
    }

    private void letSomethingHappen() {
        switch (random.nextInt(8)) {
            case 0 -> engine.stallSeconds(random.nextInt(3));
            case 1 -> engine.sweep();
            case 2 -> engine.collect();
            case 3 -> leave();
            default -> engine.passMillis(random.nextInt(4) * 500L);
        }
    }

    /** Everyone goes, and what they left behind runs out. */
    void end() {
        clients.forEach(TestClient::disconnect);
        clients.clear();
        engine.passSeconds(10);
        engine.sweep();
    }

    private void leave() {
        int leaving = random.nextInt(clients.size());
        clients.get(leaving).disconnect();
        clients.set(leaving, newcomer());
    }

    private TestClient newcomer() {
        TestClient client = engine.client("client");
        if (random.nextInt(3) > 0) {
            client.send("tag", "_", "on");
        }
        return client;
    }

    private void ask(String command, String argument) {
        TestClient client = clients.get(random.nextInt(clients.size()));
        client.send(client.session().isTagged() ? ++tags + " " + command : command, pick("a", "b"), argument);
    }

    private void note() {
        for (int i = 0; i < clients.size(); i++) {
            for (String line : heard(clients.get(i))) {
                transcript.add(i + ": " + line);
                Matcher found = TOKEN.matcher(line);
                token = found.find() ? found.group() : token;
            }
        }
        transcript.add(engine.stats());
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
