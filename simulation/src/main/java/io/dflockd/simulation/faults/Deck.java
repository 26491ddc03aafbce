package io.dflockd.simulation.faults;

import io.dflockd.simulation.faults.Mishap.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Mishaps without an end, until it is time: in hands that have some of each kind, shuffled. Five hands kill the leader ten
 * times and a follower ten times.
 */
final class Deck implements Iterator<Mishap> {
    private static final List<Kind> IN_EVERY_HAND = List.of(
            Kind.LEADER_KILLED, Kind.LEADER_KILLED, Kind.FOLLOWER_KILLED, Kind.FOLLOWER_KILLED, Kind.LEADER_STOPPED);
    private static final List<Kind> IN_TURNS = List.of(Kind.ALL_KILLED, Kind.DIRECTORY_WIPED);
    private static final int LONGEST_STOP_MILLIS = 30_000;
    private static final int LONGEST_ABSENCE_MILLIS = 8_000; // nodes are given up after five seconds
    private static final int SHORTEST_MILLIS = 1_000;

    private final Random dice;
    private final BooleanSupplier isTimeUp;
    private final Queue<Kind> hand = new ArrayDeque<>();
    private int hands;

    Deck(Random dice, BooleanSupplier isTimeUp) {
        this.dice = dice;
        this.isTimeUp = isTimeUp;
    }

    @Override
    public boolean hasNext() {
        return !isTimeUp.getAsBoolean();
    }

    @Override
    public Mishap next() {
        if (hand.isEmpty()) {
            List<Kind> next = new ArrayList<>(IN_EVERY_HAND);
            next.add(IN_TURNS.get(hands++ % IN_TURNS.size()));
            Collections.shuffle(next, dice);
            hand.addAll(next);
        }
        Kind kind = hand.remove();
        int longest = kind == Kind.LEADER_STOPPED ? LONGEST_STOP_MILLIS : LONGEST_ABSENCE_MILLIS;
        return Mishap.of(kind, SHORTEST_MILLIS + dice.nextInt(longest - SHORTEST_MILLIS));
    }
}
