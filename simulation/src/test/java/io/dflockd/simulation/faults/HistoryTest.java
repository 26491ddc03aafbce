package io.dflockd.simulation.faults;

import static io.dflockd.simulation.faults.Heard.heard;
import static io.dflockd.simulation.faults.Heard.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {
    @TempDir
    Path directory;

    @Test
    void isReadAsItWasWritten() throws IOException {
        Exchange answered = heard("alice", 1, 2, "kset v some words", "ok");
        Exchange unknown = heard("bob", 0, 9, "lpop q", Heard.NOTHING);
        Path file = directory.resolve("history.txt");
        try (Recorder recorder = new Recorder(file)) {
            recorder.note(answered);
            recorder.note("a", "leader killed");
            recorder.note(unknown);
        }

        History history = History.read(file);

        assertThat(history.exchanges()).containsExactly(unknown, answered);
        assertThat(history.incidents()).singleElement().matches(each -> each.is(Mishap.Kind.LEADER_KILLED));
    }

    @Test
    void namesTheLineThatItCannotRead() throws IOException {
        Path file = directory.resolve("history.txt");
        Files.writeString(file, heard("alice", 1, 2, "get c", "ok 0").toLine() + "\nsomething else\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> History.read(file))
                .withMessage("line 2 is no line of a history");
    }

    @Test
    void tellsHowLongClientsOfOtherNodesWaitedWhenTheLeaderWasKilled() {
        History history = new History(
                List.of(
                        heard("alice", 1, 9, "incr c 1", "ok 1"),
                        heard("bob", 9, 12, "incr c 1", "ok 2"),
                        heard("carol", 9, 20, "blpop q 20", "nil")),
                List.of(killed("b", 10)));

        assertThat(Silence.ofLeaderKills(history)).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void countsConnectionsThatWereLostOnNodesToWhichNothingHadHappened() {
        Exchange lost = heard("alice", 12, 13, "incr c 1", Heard.NOTHING);

        assertThat(Silence.unexplained(new History(List.of(lost), List.of(killed("b", 10)))))
                .isEqualTo(1);
        assertThat(Silence.unexplained(new History(List.of(lost), List.of(killed("a", 10)))))
                .isZero();
    }

    private static Incident killed(String node, int second) {
        return new Incident(seconds(second), node, Mishap.Kind.LEADER_KILLED.text());
    }
}
