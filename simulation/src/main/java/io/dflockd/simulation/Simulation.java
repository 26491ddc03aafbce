package io.dflockd.simulation;

import io.dflockd.simulation.model.Due;
import io.dflockd.simulation.model.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One history: virtual clients and virtual time, and everything that happens drawn from a seed. */
public final class Simulation {
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGER_THAN_ANY_LEASE = 40 * SECOND; // that outlives its session
    private static final int REMEMBERED_STEPS = 20;
    private static final int STEPS_WHILE_DRAINING = 40;

    private final long seed;
    private final Dice dice;
    private final Scenario scenario;
    private final Transcript transcript;
    private final Stage stage;
    private final Requests requests;
    private final Client operator;
    private int lastStep = Integer.MAX_VALUE;

    private Simulation(long seed, int rememberedSteps) {
        this.seed = seed;
        this.dice = new Dice(seed);
        this.scenario = Scenario.draw(dice);
        this.transcript = new Transcript(rememberedSteps);
        Tokens tokens = new Tokens(dice);
        this.stage = new Stage(scenario, tokens, transcript, dice.split());
        this.requests = new Requests(scenario, tokens, dice);
        this.operator = stage.open();
    }

    /** Lives through the history of a seed. */
    public static void run(long seed, int steps) {
        var unused = coverageOf(seed, steps);
    }

    static Coverage coverageOf(long seed, int steps) {
        return new Simulation(seed, REMEMBERED_STEPS).run(steps).stage.coverage;
    }

    /** The script of the whole history of a seed. */
    static String transcriptOf(long seed, int steps) {
        return new Simulation(seed, Integer.MAX_VALUE).run(steps).transcript.toString();
    }

    private Simulation run(int steps) {
        try {
            start();
            while (transcript.step() < Math.min(steps, lastStep)) {
                transcript.nextStep();
                step();
            }
            finish();
            return this;
        } catch (RuntimeException wrong) {
            throw new SimulationFailure(seed, transcript, wrong);
        }
    }

    private void start() {
        transcript.add(stage.now(), scenario);
        for (int i = 0; i < scenario.clients(); i++) {
            join();
        }
        stage.settle();
    }

    /** A client comes; some of them use tags. */
    private void join() {
        Client client = stage.open();
        if (dice.percent(40)) {
            stage.send(client, new Frame("tag", "_", "on"));
        }
    }

    private void step() {
        while (stage.clients().size() <= scenario.clients()) {
            join(); // in the place of one that was cut off
        }
        int kind = dice.between(1, 100);
        if (isTimeToDrain()) {
            lastStep = transcript.step() + STEPS_WHILE_DRAINING;
            stage.drain();
        } else if (kind <= 10) {
            coincide();
        } else if (kind <= 13 && scenario.habits().size() == 1) {
            requestBeforeTheTimer();
        } else {
            stage.passTime(pause());
            happen(kind);
        }
        stage.settle();
        if (dice.percent(25)) {
            askForStats();
        }
        stage.audit();
    }

    /** A shutdown is worth the most while several wait, perhaps for each other. */
    private boolean isTimeToDrain() {
        return transcript.step() >= scenario.drainAfter()
                && lastStep == Integer.MAX_VALUE
                && stage.clients().stream().filter(Client::isWaiting).count() > 1;
    }

    private void happen(int kind) {
        if (kind <= 15) {
            stage.sweep();
        } else if (kind <= 17) {
            stage.collect();
        } else if (kind <= 19) {
            stage.restart();
        } else if (kind <= 22) {
            replaceClient();
        } else if (kind <= 25 && scenario.taste().events() > 0) {
            stage.stopReading(anyClient());
        } else {
            request(requests::draw);
        }
    }

    private long pause() {
        int kind = dice.between(1, 100);
        if (kind <= 75) {
            return dice.between(1L, SECOND / 1000);
        } else if (kind <= 92) {
            return dice.between(1L, SECOND / 3);
        }
        return kind <= 98 ? SECOND : dice.between(1L, 5 * SECOND);
    }

    /** Something is asked, or someone goes, at the very instant at which a lease, a wait or the life of a value ends. */
    private void coincide() {
        List<Due> dues = new ArrayList<>(stage.dues());
        dues.removeIf(due -> due.instant() <= stage.now() + 1 || due.instant() > stage.now() + 5 * SECOND);
        if (dues.isEmpty()) {
            return;
        }
        Due due = dice.pick(dues);
        stage.passTime(due.instant() - 1 - stage.now());
        stage.elapse(1);
        if (dice.percent(10)) {
            replaceClient();
        } else {
            request(client -> requests.draw(client, due));
        }
        stage.passTime(0);
    }

    /** A request is faster than the timer of what was due before it; both concern the only key there is. */
    private void requestBeforeTheTimer() {
        String key = scenario.habits().get(0).key();
        stage.elapse(pause());
        request(client -> requests.draw(client, key));
        stage.passTime(0);
    }

    private void request(Function<Client, Frame> draw) {
        List<Client> ready = stage.clients().stream()
                .filter(client -> client != operator && client.maySend())
                .toList();
        if (!ready.isEmpty()) {
            Client client = dice.pick(ready);
            stage.send(client, draw.apply(client));
        }
    }

    private void replaceClient() {
        stage.end(anyClient());
        join();
    }

    private Client anyClient() {
        return dice.pick(
                stage.clients().stream().filter(client -> client != operator).toList());
    }

    private void askForStats() {
        stage.send(operator, new Frame("stats", "_", ""));
        stage.settle();
    }

    private void leave(Client client) {
        stage.end(client);
        stage.settle();
        stage.audit();
    }

    /** Everybody goes, the last one tidies up, every lease ends: nothing may be left. */
    private void finish() {
        transcript.nextStep();
        askForStats();
        stage.clients().stream().filter(client -> client != operator).toList().forEach(this::leave);
        for (Frame tidies : stage.leftovers()) {
            stage.send(operator, tidies);
            stage.settle();
        }
        leave(operator);
        stage.passTime(LONGER_THAN_ANY_LEASE);
        stage.sweep();
        stage.passTime(LONGER_THAN_ANY_LEASE);
        stage.collect();
        stage.settle();
        stage.requireEmpty();
    }
}
