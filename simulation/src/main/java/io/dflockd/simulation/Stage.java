package io.dflockd.simulation;

import io.dflockd.simulation.Referee.Verdict;
import io.dflockd.simulation.model.Due;
import io.dflockd.simulation.model.Frame;
import io.dflockd.simulation.model.Model;
import io.dflockd.simulation.model.Server;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Where model and engine live through the same events, side by side. Whenever it settles, both must have given the same
 * answers.
 */
final class Stage {
    final Coverage coverage = new Coverage();
    private final Model model;
    private final EngineServer engine;
    private final Tokens tokens;
    private final Transcript transcript;
    private final Dictionary dictionary = new Dictionary();
    private final Referee referee = new Referee(dictionary);
    private final Fairness fairness = new Fairness();
    private final Map<Long, Client> clients = new TreeMap<>();
    private long opened;
    private long asked;
    private long now;

    Stage(Scenario scenario, Tokens tokens, Transcript transcript, Dice salts) {
        this.model = new Model(scenario.settings());
        this.engine = new EngineServer(scenario.engineSettings(), scenario.lastFence(), salts);
        this.tokens = tokens;
        this.transcript = transcript;
    }

    long now() {
        return now;
    }

    /** The leases and waits that end some time. */
    List<Due> dues() {
        return model.dues();
    }

    Collection<Client> clients() {
        return clients.values();
    }

    Client open() {
        Client client = new Client(++opened);
        clients.put(client.id, client);
        both(server -> server.open(client.id));
        return client;
    }

    /** The clock moves on, but nothing has noticed yet. */
    void elapse(long nanos) {
        now += nanos;
    }

    void passTime(long nanos) {
        elapse(nanos);
        both(server -> server.passTime(now));
        settle();
    }

    void send(Client client, Frame frame) {
        transcript.add(now, "session " + client.id + " > " + frame);
        client.ask(frame, asked++);
        model.request(client.id, frame, now);
        engine.request(client.id, dictionary.toEngine(frame), now);
    }

    void end(Client client) {
        transcript.add(now, "session " + client.id + " disconnects");
        clients.remove(client.id);
        both(server -> server.end(client.id, now));
    }

    void sweep() {
        transcript.add(now, "sweep");
        both(server -> server.sweep(now));
    }

    void collect() {
        transcript.add(now, "collect");
        both(server -> server.collect(now));
    }

    void drain() {
        transcript.add(now, "drain");
        both(server -> server.drain(now));
    }

    void restart() {
        transcript.add(now, "restart from a snapshot");
        engine.restart();
    }

    private void both(Consumer<Server> event) {
        event.accept(model);
        event.accept(engine);
    }

    /** Compares the answers since the last time, and lets the clients hear them. */
    void settle() {
        dictionary.endStep(model.grants());
        List<Verdict> verdicts = referee.judge(model.takeAnswers(), engine.takeAnswers());
        verdicts.forEach(this::hear);
    }

    private void hear(Verdict verdict) {
        transcript.add(now, verdict.model());
        Client client = clients.get(verdict.model().session());
        if (client == null) {
            throw new Disagreement("who has gone is answered all the same: " + verdict.model());
        }
        Asked request = client.hear(verdict.engine().line());
        String answer = verdict.model().line();
        coverage.count(request.verb(), Client.statusOf(answer));
        tokens.learn(request, answer);
        dictionary.fenceIn(answer).ifPresent(fence -> fairness.granted(request.key(), request.arrival(), fence));
    }

    void audit() {
        engine.audit();
    }

    void requireEmpty() {
        if (!engine.isEmpty()) {
            throw new Disagreement("something is left, though everybody has gone: " + engine);
        }
    }
}
