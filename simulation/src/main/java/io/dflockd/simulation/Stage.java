package io.dflockd.simulation;

import io.dflockd.simulation.Referee.Verdict;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Due;
import io.dflockd.simulation.model.Frame;
import io.dflockd.simulation.model.Model;
import io.dflockd.simulation.model.Server;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** The leases, times to live and waits that end some time. */
    List<Due> dues() {
        return model.dues();
    }

    /** What would stay for ever, if nobody asked for this. */
    List<Frame> leftovers() {
        return model.leftovers();
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

    void stopReading(Client client) {
        transcript.add(now, "session " + client.id + " reads no more");
        client.stopReading();
        both(server -> server.stopReading(client.id));
    }

    /** Unless the client has been cut off meanwhile. */
    void end(Client client) {
        if (!clients.containsKey(client.id)) {
            return;
        }
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
        List<Answer> expected = model.takeAnswers();
        List<Answer> actual = engine.takeAnswers();
        Manners manners = new Manners(expected, actual);
        for (Verdict verdict : referee.judge(expected, actual)) {
            manners.check(hear(verdict), verdict);
        }
        expected.stream().filter(Pushes::isPush).forEach(this::hear);
        cutOffTheSlow();
    }

    private void cutOffTheSlow() {
        Set<Long> slow = model.takeSlow();
        Set<Long> slowForEngine = engine.takeSlow();
        if (!slow.equals(slowForEngine)) {
            throw new Disagreement("\n  the model cuts off  " + slow + "\n  the engine cuts off " + slowForEngine);
        }
        List<Client> present = clients.values().stream()
                .filter(client -> slow.contains(client.id))
                .toList();
        present.forEach(this::end);
        if (!present.isEmpty()) {
            coverage.countCutOff();
            settle();
        }
    }

    /** The request that is answered. */
    private Asked hear(Verdict verdict) {
        transcript.add(now, verdict.model());
        Asked request = client(verdict.model()).hear(verdict.engine().line());
        String answer = verdict.model().line();
        coverage.count(request.verb(), Client.statusOf(answer));
        tokens.learn(request, answer);
        dictionary.fenceIn(answer).ifPresent(fence -> fairness.granted(request.key(), request.arrival(), fence));
        return request;
    }

    private void hear(Answer push) {
        transcript.add(now, push);
        Client unused = client(push);
        coverage.countPush(push.line());
    }

    private Client client(Answer answer) {
        Client client = clients.get(answer.session());
        if (client == null) {
            throw new Disagreement("who has gone is told something all the same: " + answer);
        }
        return client;
    }

    void audit() {
        engine.audit();
    }

    /** Nothing may be left, except the data that nobody could delete because the server was shutting down. */
    void requireEmpty() {
        if (!engine.isEmptyExcept(model.dataKeys())) {
            throw new Disagreement("something is left, though everybody has gone: " + engine);
        }
    }
}
