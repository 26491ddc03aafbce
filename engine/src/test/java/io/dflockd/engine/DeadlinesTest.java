package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DeadlinesTest {
    /** A deadline that counts how often it is moved. */
    private static final class Member implements Deadlines.Deadline {
        final long order;
        long dueAtNanos;
        private int place = Deadlines.NOWHERE;
        private int moves;

        Member(long order) {
            this.order = order;
        }

        @Override
        public long sequence() {
            return order;
        }

        @Override
        public boolean isWait() {
            return false;
        }

        @Override
        public void expire(Turn turn) {}

        @Override
        public int place() {
            return place;
        }

        @Override
        public void setPlace(int to) {
            place = to;
            moves++;
        }
    }

    private static final Comparator<Member> SOONEST_FIRST =
            Comparator.<Member>comparingLong(member -> member.dueAtNanos).thenComparingLong(member -> member.order);

    private final Deadlines deadlines = new Deadlines();

    private Member add(long order, long dueAtNanos) {
        Member member = new Member(order);
        set(member, dueAtNanos);
        return member;
    }

    private void set(Member member, long dueAtNanos) {
        member.dueAtNanos = dueAtNanos;
        deadlines.set(member, dueAtNanos);
    }

    @Test
    void nothingIsDueAtFirst() {
        assertThat(deadlines.next()).isNull();
        assertThat(deadlines.nextNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(deadlines.isSound()).isTrue();
    }

    @Test
    void membersOfOneInstantComeInTheirOrder() {
        Member second = add(2, 10);
        Member third = add(3, 10);
        Member first = add(1, 10);

        assertThat(takeAll()).containsExactly(first, second, third);
    }

    @Test
    void whatIsNotInCanBeTakenOut() {
        Member member = add(1, 10);
        deadlines.cancel(member);

        deadlines.cancel(member);

        assertThat(deadlines.size()).isZero();
    }

    @Test
    void agreesWithASortedListInAnyHistory() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Deadlines history = new Deadlines();
            List<Member> sorted = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                step(random, history, sorted, i);
                sorted.sort(SOONEST_FIRST);

                assertThat(history.next()).as("seed %d", seed).isEqualTo(sorted.isEmpty() ? null : sorted.get(0));
                assertThat(history.nextNanos()).isEqualTo(sorted.isEmpty() ? Long.MAX_VALUE : sorted.get(0).dueAtNanos);
                assertThat(history.size()).isEqualTo(sorted.size());
                assertThat(history.isSound()).isTrue();
            }
        }
    }

    private static void step(Random random, Deadlines history, List<Member> sorted, int order) {
        int dice = random.nextInt(10);
        if (sorted.isEmpty() || dice < 5) {
            Member member = new Member(order);
            member.dueAtNanos = random.nextInt(50);
            history.set(member, member.dueAtNanos);
            sorted.add(member);
        } else if (dice < 7) {
            Member moved = sorted.get(random.nextInt(sorted.size()));
            moved.dueAtNanos = random.nextInt(50);
            history.set(moved, moved.dueAtNanos);
            assertThat(history.dueAtNanos(moved)).isEqualTo(moved.dueAtNanos);
        } else if (dice < 9) {
            Member cancelled = sorted.remove(random.nextInt(sorted.size()));
            history.cancel(cancelled);
            assertThat(cancelled.place()).isEqualTo(Deadlines.NOWHERE);
        } else {
            history.cancel(sorted.remove(0));
        }
    }

    @Test
    void agreesWithASortedListWhileItEmpties() {
        Random random = new Random(1);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            members.add(add(i, random.nextInt(1_000)));
        }

        members.sort(SOONEST_FIRST);

        assertThat(takeAll()).isEqualTo(members);
    }

    private List<Member> takeAll() {
        List<Member> taken = new ArrayList<>();
        while (deadlines.next() instanceof Member next) {
            deadlines.cancel(next);
            taken.add(next);
        }
        return taken;
    }

    @Test
    @Pitfall("LC-11")
    void takingOneOutOfAMillionMovesAboutAsManyAsTheMillionHasBits() {
        Random random = new Random(1);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            members.add(add(i, random.nextLong(1L << 50)));
        }
        members.forEach(member -> member.moves = 0);

        for (int i = 0; i < 1_000; i++) {
            deadlines.cancel(Objects.requireNonNull(deadlines.next()));
        }

        int moves = members.stream().mapToInt(member -> member.moves).sum();
        assertThat(moves).isLessThan(1_000 * 25);
    }

    /** A lease granted later ends later: it is added at the bottom and, released soon, taken from there. */
    @Test
    @Pitfall("LC-11")
    void leasesThatEndInOrderAreAddedAndTakenOutInOneMove() {
        for (int i = 0; i < 100_000; i++) {
            add(i, i);
        }

        Member last = add(100_000, 100_000);
        deadlines.cancel(last);

        assertThat(last.moves).isEqualTo(2);
    }
}
