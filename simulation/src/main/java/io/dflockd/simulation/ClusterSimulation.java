package io.dflockd.simulation;

import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.Genesis;
import io.dflockd.cluster.machine.ListenerFailure;
import io.dflockd.cluster.machine.Part;
import io.dflockd.cluster.machine.Sequencer.Verdict;
import io.dflockd.simulation.SimulatedNode.Guest;
import io.dflockd.simulation.model.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * One history of a cluster: three or five nodes with their clients on one log, whose leaders, links, disks and clocks all
 * fail as the dice say. After every entry each node must be what the {@link Court} says, and each client must hear what
 * the machine said, once and in order.
 */
public final class ClusterSimulation {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final int REMEMBERED_STEPS = 20;
    private static final int MOST_ROUNDS = 400;
    private static final int ROUNDS_UNTIL_LEASES_END = 10;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packet(SimulatedNode from, byte[] part) {}

    private final long seed;
    private final Dice dice;
    private final Scenario scenario;
    private final Transcript transcript = new Transcript(REMEMBERED_STEPS);
    private final Requests requests;
    private final Court court;
    private final SimulatedLog log;
    private final List<SimulatedNode> nodes;
    private final List<Packet> packets = new ArrayList<>();
    private final List<byte[]> everSent = new ArrayList<>();
    private final byte[] genesis;
    private final ClusterSettings settings;
    private long clients;
    private long asked;
    private long now = 1;

    private ClusterSimulation(long seed) {
        this.seed = seed;
        this.dice = new Dice(seed);
        this.scenario = Scenario.draw(dice);
        this.court = new Court(scenario);
        this.log = new SimulatedLog(court, dice.split());
        Tokens tokens = new Tokens(dice);
        this.requests = new Requests(scenario, tokens, dice);
        this.nodes = IntStream.rangeClosed(1, dice.percent(70) ? 3 : 5)
                .mapToObj(number -> new SimulatedNode("n" + number, dice.between(95, 105), court, tokens))
                .toList();
        this.settings = ClusterSettings.DEFAULT.withEngine(scenario.engineSettings());
        List<String> names = nodes.stream().map(node -> node.name).toList();
        this.genesis = Part.genesis(new Genesis("simulated", settings, scenario.lastFence(), names));
        court.register(genesis, new Court.Control.Genesis());
    }

    /** Lives through the history of a seed. */
    public static void run(long seed, int steps) {
        new ClusterSimulation(seed).run(steps);
    }

    private void run(int steps) {
        try {
            comeToRest();
            while (transcript.step() < steps) {
                transcript.nextStep();
                step();
            }
            finish();
        } catch (ListenerFailure wrong) {
            throw new SimulationFailure("--cluster ", seed, transcript, Objects.requireNonNull(wrong.getCause()));
        } catch (RuntimeException wrong) {
            throw new SimulationFailure("--cluster ", seed, transcript, wrong);
        }
    }

    private void note(Object what) {
        transcript.add(now, what);
    }

    private void step() {
        now += pause();
        int kind = dice.between(1, 100);
        if (kind <= 12) {
            mishap();
        } else {
            actOf(kind);
        }
        int moves = dice.between(1, 12);
        for (int i = 0; i < moves; i++) {
            circulate();
        }
    }

    private long pause() {
        int kind = dice.between(1, 100);
        if (kind <= 60) {
            return dice.between(1L, MILLI);
        }
        return kind <= 90 ? dice.between(1L, SECOND / 3) : dice.between(1L, 2 * SECOND);
    }

    private void actOf(int kind) {
        List<SimulatedNode> hosts = nodes.stream().filter(SimulatedNode::hosts).toList();
        if (hosts.isEmpty()) {
            return;
        }
        SimulatedNode node = dice.pick(hosts);
        List<Guest> guests =
                node.guests().stream().filter(guest -> !guest.hasClosed).toList();
        if (guests.size() < 2 || (kind <= 22 && guests.size() < 5)) {
            join(node);
            return;
        }
        Guest guest = dice.pick(guests);
        if (kind <= 26) {
            note(node.name + ": client " + guest.client.id + " leaves");
            node.close(guest);
        } else if (kind <= 29 && scenario.taste().events() > 0) {
            note(node.name + ": client " + guest.client.id + " reads no more");
            node.deafen(guest);
        } else if (kind <= 31 && !guest.client.isTagged() && !guest.client.isSwitching()) {
            note(node.name + ": client " + guest.client.id + " asks for nothing more");
            node.withdraw(guest);
        } else if (guest.client.maySend() && !guest.client.isSwitching()) {
            send(node, guest, requests.draw(guest.client));
        }
    }

    private void join(SimulatedNode node) {
        Client client = node.welcome(++clients);
        note(node.name + ": client " + client.id + " comes");
        if (dice.percent(40)) {
            node.guests().stream()
                    .filter(guest -> guest.client == client)
                    .forEach(guest -> send(node, guest, new Frame("tag", "_", "on")));
        }
    }

    private void send(SimulatedNode node, Guest guest, Frame frame) {
        note(node.name + ": client " + guest.client.id + " > " + frame);
        node.send(guest, frame, asked++);
    }

    private void mishap() {
        SimulatedNode node = dice.pick(nodes);
        int kind = dice.between(1, 14);
        note(node.name + " mishap " + kind);
        switch (kind) {
            case 1, 2 -> {
                if (node.isUp) {
                    crash(node);
                } else {
                    node.restart();
                }
            }
            case 3, 4 -> node.isStalled = !node.isStalled;
            case 5, 6 -> node.isCut = !node.isCut;
            case 7, 8 -> changeLeader();
            case 9, 10 -> takeSnapshot(node);
            case 11 -> install(node);
            case 12 -> declareGone(node);
            case 13 -> dismiss(node);
            default -> repeatSettings();
        }
    }

    private void crash(SimulatedNode node) {
        node.crash();
        if (node == log.leader()) {
            log.depose();
        }
    }

    private static void takeSnapshot(SimulatedNode node) {
        if (node.isUp) {
            node.takeSnapshot();
        }
    }

    private void install(SimulatedNode node) {
        SimulatedNode other = dice.pick(nodes);
        if (node.isUp && node != log.leader() && other.isUp && other.applied() > node.applied()) {
            node.install(other);
        }
    }

    private void declareGone(SimulatedNode node) {
        if (log.isReady() && node.epoch() > 0) {
            byte[] part = Part.nodeGone(node.name, node.epoch());
            court.register(part, new Court.Control.Gone(node.name, node.epoch()));
            packets.add(new Packet(node, part));
        }
    }

    private static void dismiss(SimulatedNode node) {
        if (node.hosts()) {
            node.dismiss();
        }
    }

    private void repeatSettings() {
        SimulatedNode leader = log.leader();
        if (leader != null && leader.machine().isFounded()) {
            long number = leader.machine().settingsNumber();
            byte[] part = Part.settings(number, settings);
            court.register(part, new Court.Control.Settings(number));
            packets.add(new Packet(leader, part));
        }
    }

    private void changeLeader() {
        List<SimulatedNode> able =
                nodes.stream().filter(SimulatedNode::isReachable).toList();
        if (able.isEmpty()) {
            return;
        }
        SimulatedNode next = dice.pick(able);
        note(next.name + " leads");
        log.elect(next);
        if (dice.percent(70)) {
            nodes.forEach(SimulatedNode::giveAgain);
        }
    }

    /** Something moves, anywhere. */
    private void circulate() {
        SimulatedNode node = dice.pick(nodes);
        switch (dice.between(1, 9)) {
            case 1, 2 -> send(node);
            case 3, 4 -> deliver();
            case 5 -> lead();
            case 6 -> log.settleOne(false);
            default -> log.apply(node);
        }
        if (dice.percent(5)) {
            node.giveAgain();
        }
        requireSlowTime();
    }

    private void lead() {
        SimulatedNode leader = log.leader();
        if ((leader == null || !leader.isReachable()) && dice.percent(50)) {
            changeLeader();
        }
        log.lead(now, genesis);
    }

    private void send(SimulatedNode node) {
        byte[] part = node.isReachable() ? node.nextPart() : null;
        if (part == null || dice.percent(5)) {
            return; // or it is lost
        }
        packets.add(new Packet(node, part));
        everSent.add(part);
        if (dice.percent(5)) {
            packets.add(new Packet(node, part));
        }
    }

    private void deliver() {
        if (packets.isEmpty()) {
            return;
        }
        Packet packet = packets.remove(dice.percent(70) ? 0 : dice.between(0, packets.size() - 1));
        if (log.isReady() && !everSent.isEmpty() && dice.percent(6)) {
            log.slip(dice.percent(50) ? packet.part : dice.pick(everSent));
        } else {
            deliver(packet);
        }
    }

    private void deliver(Packet packet) {
        if (log.isReady() && log.offer(packet.part) == Verdict.MISPLACED) {
            packet.from.giveAgain();
        }
    }

    /** A lease of the cluster must last as long as on any clock: the fastest is five percent too fast. */
    private void requireSlowTime() {
        if (court.now() > now / 100 * 106 + MILLI) {
            throw new Disagreement("the time of the cluster, " + court.now() + ", runs faster than " + now);
        }
    }

    /** Everything that is under way arrives, and everybody catches up. */
    private void comeToRest() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (isAtRest()) {
                return;
            }
            now += MILLI;
            if (log.leader() == null) {
                changeLeader();
            }
            log.lead(now, genesis);
            log.settleOne(true);
            nodes.forEach(this::catchUp);
            while (!packets.isEmpty()) {
                deliver(packets.remove(0));
            }
        }
        throw new Disagreement("the cluster does not come to rest");
    }

    private void catchUp(SimulatedNode node) {
        while (node.applied() < log.size()) {
            log.apply(node);
        }
        byte[] part = node.nextPart();
        if (part != null) {
            packets.add(new Packet(node, part));
        } else if (!node.isAtRest()) {
            node.giveAgain();
        }
    }

    private boolean isAtRest() {
        return log.isAtRest()
                && packets.isEmpty()
                && nodes.stream().allMatch(node -> node.isAtRest() && node.applied() == log.size());
    }

    /** All faults end, everybody goes, every lease ends: all nodes agree, and nothing is left. */
    private void finish() {
        transcript.nextStep();
        note("everything heals");
        for (SimulatedNode node : nodes) {
            if (!node.isUp) {
                node.restart();
            }
            node.isStalled = false;
            node.isCut = false;
        }
        if (log.leader() == null || dice.percent(50)) {
            changeLeader();
        }
        comeToRest();
        for (SimulatedNode node : nodes) {
            node.guests().forEach(guest -> court.requireAllHeard(guest.client.id));
            List.copyOf(node.guests()).forEach(node::close);
        }
        comeToRest();
        passLeases();
        if (!court.machine().census().isQuiet()) {
            throw new Disagreement("something is left: " + court.machine().census());
        }
    }

    private void passLeases() {
        long before = court.now();
        long began = now;
        for (int round = 0; round < ROUNDS_UNTIL_LEASES_END; round++) {
            now += 5 * SECOND;
            comeToRest();
            log.lead(now, genesis);
            comeToRest();
        }
        repeatSettings(); // so that there is an entry of just now
        comeToRest();
        if (court.now() < before + (now - began) / 100 * 94) {
            throw new Disagreement("time stands still in the cluster");
        }
    }
}
