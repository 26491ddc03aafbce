package io.dflockd.cluster.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {
    @TempDir
    Path root;

    private OptionalLong firstMissing(List<String> snapshots, List<String> log) throws IOException {
        Path folder = Files.createTempDirectory(root, "files");
        Path current = Files.createDirectory(folder.resolve("current"));
        Path sm = Files.createDirectory(folder.resolve("sm"));
        Files.createFile(current.resolve("raft-meta"));
        for (String name : log) {
            Files.createFile(current.resolve(name));
        }
        for (String name : snapshots) {
            Files.createFile(sm.resolve(name));
            Files.createFile(sm.resolve(name + ".md5"));
        }
        return LogFiles.firstMissing(current, sm);
    }

    @Test
    void aWholeLogLacksNothing() throws IOException {
        assertThat(firstMissing(List.of(), List.of())).isEmpty();
        assertThat(firstMissing(List.of(), List.of("log_inprogress_0"))).isEmpty();
        assertThat(firstMissing(List.of(), List.of("log_0-9", "log_10-99", "log_inprogress_100")))
                .isEmpty();
    }

    @Test
    void aSnapshotStandsForWhatIsNoLongerInTheLog() throws IOException {
        assertThat(firstMissing(List.of("snapshot.2_8", "snapshot.2_12"), List.of("log_10-99")))
                .isEmpty();
        assertThat(firstMissing(List.of("snapshot.2_9"), List.of("log_inprogress_10")))
                .isEmpty();
        assertThat(firstMissing(List.of("snapshot.2_9"), List.of())).isEmpty();
    }

    /** As a crash in the midst of an installation leaves it. */
    @Test
    void aLogThatEndsBeforeTheSnapshotLacksNothing() throws IOException {
        assertThat(firstMissing(List.of("snapshot.3_500"), List.of("log_0-9", "log_inprogress_10")))
                .isEmpty();
        assertThat(firstMissing(List.of("snapshot.3_500"), List.of("log_0-9", "log_inprogress_501")))
                .isEmpty();
    }

    @Test
    @Pitfall("HA-16")
    void whatNeitherHasIsMissing() throws IOException {
        assertThat(firstMissing(List.of(), List.of("log_inprogress_6"))).hasValue(0);
        assertThat(firstMissing(List.of("snapshot.2_8"), List.of("log_10-99"))).hasValue(9);
        assertThat(firstMissing(List.of(), List.of("log_0-9", "log_20-29", "log_inprogress_30")))
                .hasValue(10);
    }
}
