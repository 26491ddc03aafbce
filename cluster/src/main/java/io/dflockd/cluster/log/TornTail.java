package io.dflockd.cluster.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a log whose process died inside a write: some pages of the last entry are there, and the preallocated zeros
 * follow. Nobody was told of such an entry, because that comes after the write and its fsync; it is cut off. Ratis would
 * take it for damage and refuse to start, and a node would not survive every kill.
 *
 * <p>Damage is told apart by two marks that a torn write has and a changed byte has not: the data ends at the end of
 * a page, and its checksum and everything behind it is zero. The file is {@code RaftLog1}, then for each entry its length
 * as a varint, its bytes and their CRC-32C, then zeros.
 */
final class TornTail {
    private static final Logger LOG = LoggerFactory.getLogger(TornTail.class);
    private static final String OPEN_SEGMENT = "log_inprogress_*";
    private static final int HEADER_BYTES = 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final int PAGE_BYTES = 4096;
    /** Data may end in zeros itself, but hardly in more than these. */
    private static final int ZEROS_IN_DATA = 16;

    private TornTail() {}

    /** Cuts it off wherever a folder of Ratis has one. */
    static void cutOff(Path folder) throws IOException {
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(folder, OPEN_SEGMENT)) {
            for (Path segment : segments) {
                cutOffFile(segment);
            }
        }
    }

    private static void cutOffFile(Path segment) throws IOException {
        OptionalLong torn = findIn(ByteBuffer.wrap(Files.readAllBytes(segment)));
        if (torn.isPresent()) {
            LOG.warn(
                    "{}: an entry that was half written when the process ended, and never confirmed, is cut off",
                    segment.getFileName());
            try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                file.truncate(torn.getAsLong());
                file.force(true);
            }
        }
    }

    /** Where the torn entry begins, if the file ends in one. */
    static OptionalLong findIn(ByteBuffer file) {
        int end = endOfData(file);
        int at = HEADER_BYTES;
        while (at < end) {
            long next = endOfEntry(file, at);
            if (next > file.limit() || !isWhole(file, at, (int) next)) {
                return isTorn(end, next) ? OptionalLong.of(at) : OptionalLong.empty();
            }
            at = (int) next;
        }
        return OptionalLong.empty();
    }

    private static int endOfData(ByteBuffer file) {
        int end = file.limit();
        while (end > 0 && file.get(end - 1) == 0) {
            end--;
        }
        return end;
    }

    private static boolean isTorn(int endOfData, long endOfEntry) {
        long page = (endOfData + PAGE_BYTES - 1L) / PAGE_BYTES * PAGE_BYTES;
        return page - endOfData <= ZEROS_IN_DATA && page <= endOfEntry - CHECKSUM_BYTES;
    }

    /** Where an entry ends by what it says of its length, its checksum included. */
    private static long endOfEntry(ByteBuffer file, int at) {
        long length = 0;
        int position = at;
        for (int shift = 0; shift < Integer.SIZE && position < file.limit(); shift += 7) {
            byte next = file.get(position++);
            length |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return position + length + CHECKSUM_BYTES;
            }
        }
        return Long.MAX_VALUE;
    }

    private static boolean isWhole(ByteBuffer file, int from, int to) {
        CRC32C checksum = new CRC32C();
        checksum.update(file.slice(from, to - CHECKSUM_BYTES - from));
        return (int) checksum.getValue() == file.getInt(to - CHECKSUM_BYTES);
    }
}
