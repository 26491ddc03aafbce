package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Command;
import io.dflockd.testkit.Pitfall;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
final class SimulationTest {
    /** One is answered beside the engine; the model does not know names and evictions yet. */
    private static final Set<Command> NOT_DRAWN = EnumSet.of(Command.CLUSTER, Command.NAME, Command.EVICT);

    private static final int STEPS = 300;

    /** Each with the answers it must have been given at least once. */
    private static final List<String> COVERED = Stream.of(
                    answers(
                            "l sl rl wl elect",
                            "ok timeout error error_max_locks error_max_waiters error_type_mismatch"),
                    answers("l sl elect", "error_limit_mismatch"),
                    answers("e se re we", "acquired queued error error_already_enqueued error_max_locks"),
                    answers("e se re we", "error_max_waiters error_type_mismatch error_draining"),
                    answers("w sw rw ww", "ok timeout error error_not_enqueued error_lease_expired error_draining"),
                    answers("r sr rr wr resign", "ok error"),
                    answers("n sn rn wn", "ok error error_lease_expired"),
                    answers("fence tag", "ok error error_draining"),
                    answers("cancel stable-ref", "ok error error_draining"),
                    answers("auth", "error error_draining"),
                    answers("barrier", "ok error_draining"),
                    answers("ping stats", "ok"),
                    answers("incr decr cset", "ok error error_max_keys error_draining"),
                    answers("get llen lrange kdel", "ok error error_draining"),
                    answers("kset", "ok error error_max_keys error_draining"),
                    answers("kget", "ok nil error error_draining"),
                    answers("kcas", "ok cas_conflict error error_max_keys error_draining"),
                    answers("lpush rpush", "ok error error_max_keys error_list_full error_draining"),
                    answers("lpop rpop", "ok nil error error_draining"),
                    answers("blpop brpop", "ok nil error error_max_keys error_max_waiters error_draining"),
                    answers("bwait", "ok timeout error error_barrier_count_mismatch"),
                    answers("bwait", "error_max_keys error_max_waiters error_draining"),
                    answers("observe unobserve listen unlisten", "ok error error_draining"),
                    answers("signal watch unwatch", "ok error error_draining"),
                    pushes("watch", "acquire release elect resign"),
                    pushes("watch", "incr decr cset kset kcas kdel lpush rpush lpop rpop blpop brpop"),
                    pushes("leader", "elected failover resigned"),
                    Stream.of("push sig", "cut off"))
            .flatMap(each -> each)
            .toList();

    private static Stream<String> answers(String verbs, String statuses) {
        return Stream.of(verbs.split(" "))
                .flatMap(verb -> Stream.of(statuses.split(" ")).map(status -> verb + " " + status));
    }

    private static Stream<String> pushes(String firstWord, String events) {
        return Stream.of(events.split(" ")).map(event -> "push " + firstWord + " " + event);
    }

    @Test
    @Pitfall({"LM-04", "LM-05", "LM-06", "RW-01", "RW-02", "RW-05", "SE-03", "SE-07", "FE-02", "FE-04", "FE-05"})
    void engineAndModelLiveThroughAThousandHistoriesAlike() {
        Coverage coverage = new Coverage();

        LongStream.rangeClosed(1, 1_000)
                .parallel()
                .mapToObj(seed -> Simulation.coverageOf(seed, STEPS))
                .forEach(coverage::add);

        assertThat(COVERED)
                .allSatisfy(answer -> assertThat(coverage.of(answer)).as(answer).isPositive());
        assertThat(Command.values())
                .filteredOn(command -> !NOT_DRAWN.contains(command))
                .allSatisfy(command -> assertThat(coverage.ofVerb(command.word()))
                        .as("%s is never drawn", command)
                        .isPositive());
    }

    @Test
    void aSeedTellsTheSameStoryTwice() {
        for (long seed = 1; seed <= 10; seed++) {
            String first = Simulation.transcriptOf(seed, STEPS);
            String second = Simulation.transcriptOf(seed, STEPS);

            assertThat(second).isEqualTo(first);
        }
    }

    @Test
    void aShorterRunOfASeedIsTheBeginningOfALongerOne() {
        String longer = Simulation.transcriptOf(7, 50);
        String shorter = Simulation.transcriptOf(7, 20);

        assertThat(beginning(shorter, 20)).isEqualTo(beginning(longer, 20)).isNotEmpty();
    }

    private static List<String> beginning(String transcript, int steps) {
        return transcript
                .lines()
                .filter(line -> Integer.parseInt(line.strip().split(" +", 2)[0]) <= steps)
                .toList();
    }
}
