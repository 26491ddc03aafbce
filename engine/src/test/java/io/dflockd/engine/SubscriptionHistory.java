package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A random history of subscribers: a few clients who subscribe, take it back, signal, lead, lock, come and go, and some
 * of whom stop reading. One seed is one history.
 */
final class SubscriptionHistory {
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");
    private static final int CLIENTS = 6;

    private final Random random;
    private final TestEngine engine;
    private final List<TestClient> clients = new ArrayList<>();
    private final List<String> transcript = new ArrayList<>();
    private String lastToken = "none";

    SubscriptionHistory(long seed, TestEngine engine) {
        this.random = new Random(seed);
        this.engine = engine;
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(engine.client("client"));
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
        int dice = random.nextInt(100);
        if (dice < 35) {
            subscribe();
        } else if (dice < 50) {
            ask("signal", pick("a", "b", "a.b", "a.b.c"), "" + transcript.size());
        } else if (dice < 60) {
            ask(pick("kset", "rpush"), pick("a", "a.b"), "x");
        } else if (dice < 75) {
            ask(pick("l", "elect"), pick("a", "a.b"), random.nextInt(3) + " " + (1 + random.nextInt(4)));
        } else if (dice < 82) {
            ask(pick("r", "resign"), pick("a", "a.b"), lastToken);
        } else if (dice < 92) {
            engine.passMillis(random.nextInt(2_000));
        } else if (dice < 94) {
            engine.sweep();
        } else if (dice < 97) {
            anyone().readPushes(random.nextInt(10));
        } else {
            anyone().disconnect();
        }
        note();
    }

    private void subscribe() {
        String kind = pick("listen", "listen", "watch", "observe");
        String name = kind.equals("observe") ? pick("a", "a.b") : pick("a", "b", "*", ">", "a.*", "a.>", "*.b");
        ask((random.nextInt(3) == 0 ? "un" : "") + kind, name, kind.equals("listen") ? pick("", "g", "h") : "");
    }

    private void ask(String command, String key, String argument) {
        anyone().send(command, key, argument);
    }

    private TestClient anyone() {
        return clients.get(random.nextInt(CLIENTS));
    }

    /** Writes down what everybody heard. In the place of those who went, by themselves or cut off, others come. */
    private void note() {
        for (int i = 0; i < CLIENTS; i++) {
            for (String line : heard(clients.get(i))) {
                transcript.add(i + ": " + line);
                Matcher token = TOKEN.matcher(line);
                lastToken = token.find() ? token.group() : lastToken;
            }
            if (clients.get(i).isClosed()) {
                transcript.add(i + " has gone");
                clients.set(i, engine.client("client"));
            }
        }
        transcript.add(engine.stats());
    }

    /** Everyone takes back every subscription there can be, and stays. */
    void unsubscribeAll() {
        for (TestClient client : clients) {
            for (String name : List.of("a", "b", "a.b", "*", ">", "a.*", "a.>", "*.b")) {
                client.send("unwatch", name, "");
                client.send("unobserve", name, "");
                List.of("", "g", "h").forEach(group -> client.send("unlisten", name, group));
            }
        }
        engine.passSeconds(100); // also whoever had parked requests has come to read them
        engine.sweep();
        clients.forEach(Heard::heard);
    }

    void disconnectAll() {
        clients.forEach(TestClient::disconnect);
        engine.passSeconds(10);
        engine.sweep();
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
