package io.dflockd.cluster.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that a node keeps its log in, locked while it is open.
 *
 * <p>A node without its log must not vote: it would help to elect a leader that lacks what it once confirmed. So a folder
 * is prepared only by a bootstrap, and one that has been in use is refused when its log is gone.
 */
final class DataDirectory implements AutoCloseable {
    private static final String IDENTITY = "identity";
    private static final String LOCK = "lock";
    private static final String BEGUN = "begun"; // there once was an entry
    private static final String STORAGE = "raft";
    private static final String CURRENT = "current";
    private static final String SNAPSHOTS = "sm";
    private static final String METADATA = "raft-meta";

    private final LogSettings settings;
    private final Path root;
    private final FileChannel lockFile;
    private final Identity identity;

    private DataDirectory(LogSettings settings, FileChannel lockFile) throws IOException, ClusterStartException {
        this.settings = settings;
        this.root = settings.directory();
        this.lockFile = lockFile;
        this.identity = isNew() ? first() : resumed();
    }

    static DataDirectory open(LogSettings settings) throws ClusterStartException {
        Path root = settings.directory();
        try {
            prepare(settings);
            FileChannel lockFile = lock(root);
            try {
                return new DataDirectory(settings, lockFile);
            } catch (IOException | ClusterStartException | RuntimeException e) {
                lockFile.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ClusterStartException("the data directory " + root + " cannot be used: " + Reason.of(e), e);
        }
    }

    private static void prepare(LogSettings settings) throws IOException, ClusterStartException {
        Path root = settings.directory();
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new ClusterStartException(root + " is not a directory");
        }
        if (settings.start() == LogSettings.Start.RESUME && !Files.isDirectory(root)) {
            throw empty(root);
        }
        PrivateFiles.createFolder(root);
    }

    private static FileChannel lock(Path root) throws IOException, ClusterStartException {
        FileChannel file = PrivateFiles.create(root.resolve(LOCK));
        if (tryLock(file) == null) {
            file.close();
            throw new ClusterStartException("the data directory " + root + " is in use by another process");
        }
        return file;
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private boolean isNew() {
        return !Files.exists(root.resolve(IDENTITY));
    }

    private Identity first() throws IOException, ClusterStartException {
        if (settings.start() == LogSettings.Start.RESUME) {
            throw empty(root);
        }
        if (Files.exists(root.resolve(BEGUN))) {
            throw new ClusterStartException(
                    "the data directory " + root + " has lost its file " + IDENTITY + ": restore the whole directory");
        }
        refuseForeignFiles();
        checkSpace();
        return new Identity(firstCluster(), settings.node(), peers());
    }

    private static ClusterStartException empty(Path root) {
        return new ClusterStartException("the data directory " + root
                + " is empty: a node that lost its log must not vote, because entries that it confirmed could be lost."
                + " Give --bootstrap if this is the first start of a new cluster, and only then");
    }

    private void refuseForeignFiles() throws IOException, ClusterStartException {
        try (Stream<Path> files = Files.list(root)) {
            String foreign = files.map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> !name.equals(LOCK) && !name.equals(STORAGE) && !name.startsWith(IDENTITY))
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!foreign.isEmpty()) {
                throw new ClusterStartException("the data directory " + root + " has other files in it (" + foreign
                        + "): give it one of its own");
            }
        }
    }

    private Identity resumed() throws IOException, ClusterStartException {
        Identity found = Identity.read(root.resolve(IDENTITY));
        if (!found.node().equals(settings.node())) {
            throw new ClusterStartException("the data directory " + root + " belongs to node " + found.node()
                    + ", and this is node " + settings.node());
        }
        if (!settings.isAlone() && !found.peers().equals(peers())) {
            throw new ClusterStartException("the data directory " + root + " belongs to the cluster " + found.peers()
                    + ", and this is a node of " + peers());
        }
        if (settings.isAlone() && found.peers().indexOf(',') >= 0) {
            throw new ClusterStartException("the data directory " + root + " belongs to the cluster " + found.peers()
                    + ": start it with these peers");
        }
        Path log = storage().resolve(found.cluster().toString()).resolve(CURRENT);
        if (!Files.exists(log.resolve(METADATA)) || hasLostAll(log)) {
            throw new ClusterStartException("the data directory " + root + " has lost its log (" + STORAGE
                    + " is not what it was): a node without it must not vote. Restore the whole directory or"
                    + " replace the node");
        }
        checkSpace();
        refuseGap(log);
        TornTail.cutOff(log);
        return found;
    }

    private boolean hasLostAll(Path log) throws IOException {
        return Files.exists(root.resolve(BEGUN)) && !LogFiles.hasAny(log, log.resolveSibling(SNAPSHOTS));
    }

    private void refuseGap(Path log) throws IOException, ClusterStartException {
        OptionalLong missing = LogFiles.firstMissing(log, log.resolveSibling(SNAPSHOTS));
        if (missing.isPresent()) {
            throw new ClusterStartException("the data directory " + root + " lacks entry " + missing.getAsLong()
                    + " of its log: a snapshot or a file of the log is gone. Restore the whole directory or"
                    + " replace the node");
        }
    }

    private void checkSpace() throws IOException, ClusterStartException {
        long free = freeBytes();
        if (free < settings.minFreeBytes()) {
            throw new ClusterStartException("the disk of " + root + " has " + (free >> 20) + " MiB free, and at least "
                    + (settings.minFreeBytes() >> 20) + " MiB are needed");
        }
    }

    /** All members must find the same, without a word to each other; alone, nobody else has to. */
    private UUID firstCluster() {
        return settings.isAlone()
                ? UUID.randomUUID()
                : UUID.nameUUIDFromBytes(("dflockd cluster " + peers()).getBytes(StandardCharsets.UTF_8));
    }

    private String peers() {
        return settings.peers().entrySet().stream()
                .map((Map.Entry<String, String> peer) -> peer.getKey() + "=" + peer.getValue())
                .collect(Collectors.joining(","));
    }

    /** The log is there and has voted for nobody yet: from now on this is the folder of this node. */
    void seal() throws IOException {
        if (isNew()) {
            identity.write(root.resolve(IDENTITY));
        }
        PrivateFiles.tighten(root);
    }

    /** There is an entry: from now on a folder without any is one that has lost them. */
    void noteEntries() throws IOException {
        Path begun = root.resolve(BEGUN);
        if (!Files.exists(begun)) {
            try (FileChannel file = PrivateFiles.create(begun)) {
                file.force(true);
            }
        }
    }

    Identity identity() {
        return identity;
    }

    /** Where Ratis keeps its files. */
    Path storage() {
        return root.resolve(STORAGE);
    }

    Path root() {
        return root;
    }

    long freeBytes() throws IOException {
        return Files.getFileStore(root).getUsableSpace();
    }

    /** What the files of the log take, preallocated room included. */
    long logBytes() throws IOException {
        Path log = storage().resolve(identity.cluster().toString()).resolve(CURRENT);
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("log_"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
