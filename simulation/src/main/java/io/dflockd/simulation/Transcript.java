package io.dflockd.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happened lately, as a script that a person can follow. */
final class Transcript {
    private record Line(int step, long now, Object what) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%5d %5d.%09d  %s", step, now / NANOS_PER_SECOND, now % NANOS_PER_SECOND, what);
        }
    }

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Deque<Line> lines = new ArrayDeque<>();
    private final int steps;
    private int step;

    /** Remembers that many steps. */
    Transcript(int steps) {
        this.steps = steps;
    }

    int step() {
        return step;
    }

    void nextStep() {
        step++;
        while (!lines.isEmpty() && lines.getFirst().step() <= step - steps) {
            lines.removeFirst();
        }
    }

    /** What happened; it is turned into text only when somebody wants to read it. */
    void add(long now, Object what) {
        lines.addLast(new Line(step, now, what));
    }

    @Override
    public String toString() {
        return lines.stream().map(Line::toString).collect(Collectors.joining("\n"));
    }
}
