package io.dflockd.cluster.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a node takes, and what it says of those that it does not take. */
class DataDirectoryTest {
    private static final Map<String, String> PEERS = Map.of("a", "127.0.0.1:7001", "b", "127.0.0.1:7002");

    @TempDir
    Path root;

    private LogSettings settings(String node) {
        return LogSettings.member(node, PEERS, root.resolve("data")).minFreeBytes(1);
    }

    private LogSettings bootstrap(String node) {
        return settings(node).start(LogSettings.Start.BOOTSTRAP);
    }

    /** A folder as a first start leaves it. */
    private void usedBy(LogSettings settings) throws Exception {
        try (DataDirectory directory = DataDirectory.open(settings)) {
            Path log = directory.storage().resolve(directory.identity().cluster() + "/current");
            Files.createDirectories(log);
            Files.createDirectory(log.resolveSibling("sm"));
            Files.writeString(log.resolve("raft-meta"), "term=1\nvotedFor=a\n");
            directory.seal();
        }
    }

    private static void refused(LogSettings settings, String... reasons) {
        assertThatThrownBy(() -> DataDirectory.open(settings))
                .isInstanceOf(ClusterStartException.class)
                .message()
                .contains(reasons)
                .doesNotContain("\n");
    }

    @Test
    void anEmptyFolderIsPreparedOnlyByABootstrap() throws Exception {
        refused(settings("a"), "is empty", "must not vote", "--bootstrap");
        Files.createDirectory(root.resolve("data"));
        refused(settings("a"), "is empty", "must not vote");

        usedBy(bootstrap("a"));

        DataDirectory.open(settings("a")).close();
        DataDirectory.open(bootstrap("a")).close();
    }

    @Test
    @Pitfall("HA-25")
    void aFolderIsUsedByOneProcessAtATime() throws Exception {
        usedBy(bootstrap("a"));
        try (DataDirectory first = DataDirectory.open(settings("a"))) {
            refused(settings("a"), first.root().toString(), "in use by another process");
        }
        DataDirectory.open(settings("a")).close();
    }

    @Test
    void aFolderBelongsToOneNode() throws Exception {
        usedBy(bootstrap("a"));

        refused(settings("b"), "belongs to node a", "this is node b");
    }

    @Test
    void aFolderBelongsToOneCluster() throws Exception {
        usedBy(bootstrap("a"));

        refused(
                LogSettings.member("a", Map.of("a", "127.0.0.1:7001", "b", "127.0.0.1:9"), root.resolve("data")),
                "belongs to the cluster a=127.0.0.1:7001,b=127.0.0.1:7002");
        refused(LogSettings.single("a", root.resolve("data")).minFreeBytes(1), "belongs to the cluster");
    }

    @Test
    @Pitfall("HA-16")
    void aFolderThatLostItsLogIsRefusedEvenByABootstrap() throws Exception {
        usedBy(bootstrap("a"));
        try (DataDirectory directory = DataDirectory.open(settings("a"))) {
            Files.delete(directory.storage().resolve(directory.identity().cluster() + "/current/raft-meta"));
        }

        refused(bootstrap("a"), "has lost its log", "must not vote");
    }

    @Test
    @Pitfall("HA-16")
    void aFolderWhoseEntriesAreGoneIsRefused() throws Exception {
        usedBy(bootstrap("a"));
        Path log;
        try (DataDirectory directory = DataDirectory.open(settings("a"))) {
            directory.noteEntries();
            log = directory.storage().resolve(directory.identity().cluster() + "/current/log_inprogress_0");
        }
        Files.writeString(log, "an entry");
        DataDirectory.open(settings("a")).close();

        Files.writeString(log, "");

        refused(settings("a"), "has lost its log", "must not vote");
        Files.delete(log);
        refused(settings("a"), "has lost its log", "must not vote");
    }

    @Test
    @Pitfall("HA-16")
    void aFolderThatLostItsIdentityDoesNotBeginAnew() throws Exception {
        usedBy(bootstrap("a"));
        try (DataDirectory directory = DataDirectory.open(settings("a"))) {
            directory.noteEntries();
        }

        Files.delete(root.resolve("data/identity"));

        refused(bootstrap("a"), "has lost its file identity", "restore the whole directory");
    }

    @Test
    @Pitfall("HA-25")
    void anIdentityOfAnotherFormatIsRefused() throws Exception {
        usedBy(bootstrap("a"));
        Path identity = root.resolve("data/identity");
        Files.writeString(identity, Files.readString(identity).replace("format=1", "format=2"));

        refused(settings("a"), "has the format 2");
        Files.writeString(identity, "");
        refused(settings("a"), "identity cannot be read: format is missing");
    }

    @Test
    void aFolderWithFilesOfOthersIsLeftAlone() throws IOException {
        Files.createDirectory(root.resolve("data"));
        Files.writeString(root.resolve("data/thesis.txt"), "do not touch");

        refused(bootstrap("a"), "thesis.txt");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamedInPlainWords() throws IOException {
        Files.writeString(root.resolve("data"), "a file");
        LogSettings inAFile = LogSettings.single("a", root.resolve("data/below"));

        assertThatThrownBy(() -> DataDirectory.open(inAFile))
                .isInstanceOf(ClusterStartException.class)
                .message()
                .contains("data/below", "Not a directory")
                .doesNotContain("Exception");
    }

    @Test
    @Pitfall("HA-20")
    void aDiskWithoutRoomIsRefused() {
        refused(bootstrap("a").minFreeBytes(Long.MAX_VALUE), "MiB free", "are needed");
    }

    @Test
    void nobodyElseReadsWhatIsKept() throws Exception {
        usedBy(bootstrap("a"));

        assertThat(mode(root.resolve("data"))).isEqualTo("rwx------");
        assertThat(mode(root.resolve("data/identity"))).isEqualTo("rw-------");
        assertThat(mode(root.resolve("data/raft"))).isEqualTo("rwx------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
