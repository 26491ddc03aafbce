package io.dflockd.cluster.log;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;

/**
 * Snapshots on disk. A file with the name of a snapshot is whole and durable, and its checksum stands beside it: both are
 * written under other names first, and a crash leaves at most a file that nobody looks at.
 */
final class SnapshotFiles {
    private static final int BUFFER = 1 << 16;
    private static final String UNFINISHED = ".tmp";

    private SnapshotFiles() {}

    static SingleFileSnapshotInfo write(SimpleStateMachineStorage storage, TermIndex at, LogMachine machine)
            throws IOException {
        File file = storage.getSnapshotFile(at.getTerm(), at.getIndex());
        Path unfinished = Path.of(file.getPath() + UNFINISHED);
        MD5Hash digest = writeTo(unfinished, machine);
        MD5FileUtil.saveMD5File(file, digest);
        Files.move(unfinished, file.toPath(), StandardCopyOption.ATOMIC_MOVE);
        forceFolder(file.toPath());
        SingleFileSnapshotInfo info =
                new SingleFileSnapshotInfo(new FileInfo(file.toPath(), digest), at.getTerm(), at.getIndex());
        storage.updateLatestSnapshot(info);
        return info;
    }

    private static MD5Hash writeTo(Path unfinished, LogMachine machine) throws IOException {
        Files.deleteIfExists(unfinished);
        MessageDigest md5 = MD5FileUtil.newMD5();
        try (FileChannel file = PrivateFiles.create(unfinished)) {
            OutputStream out =
                    new BufferedOutputStream(new DigestOutputStream(Channels.newOutputStream(file), md5), BUFFER);
            machine.writeSnapshot(out);
            out.flush();
            file.force(true);
        }
        return MD5Hash.newInstance(md5.digest());
    }

    /** Gives a snapshot to the machine if it is what was written; one that came from another node is made durable first. */
    static void read(SingleFileSnapshotInfo info, LogMachine machine) throws IOException {
        Path path = info.getFile().getPath();
        check(path);
        force(path);
        forceFolder(path);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER)) {
            machine.readSnapshot(info.getIndex(), in);
        }
    }

    private static void check(Path path) throws IOException {
        File file = new File(path.toString());
        MD5Hash expected = MD5FileUtil.readStoredMd5ForFile(file);
        if (expected == null || !expected.equals(MD5FileUtil.computeMd5ForFile(file))) {
            throw new DamagedSnapshotException(path);
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            file.force(true);
        }
    }

    private static void forceFolder(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            force(folder);
        }
    }

    /** Removes what a crash left half written. */
    static void removeUnfinished(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + UNFINISHED)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** A snapshot whose bytes are not those that were written. */
    static final class DamagedSnapshotException extends IOException {
        DamagedSnapshotException(Path path) {
            super("the snapshot " + path.getFileName() + " is damaged: its checksum is missing or another");
        }
    }
}
