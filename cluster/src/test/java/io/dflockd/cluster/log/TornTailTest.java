package io.dflockd.cluster.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class TornTailTest {
    private static final int PAGE = 4096;
    private static final int LARGE = 10_000;
    private static final int FILE = 1 << 16;

    private final ByteBuffer file = ByteBuffer.allocate(FILE).put("RaftLog1".getBytes(StandardCharsets.UTF_8));

    /** Adds an entry as Ratis writes it, and says where it begins. */
    private int add(int length) {
        int begin = file.position();
        for (int rest = length; ; rest >>>= 7) {
            boolean last = rest < 0x80;
            file.put((byte) (last ? rest : (rest & 0x7f) | 0x80));
            if (last) {
                break;
            }
        }
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) 7);
        file.put(content);
        CRC32C checksum = new CRC32C();
        checksum.update(file.duplicate().flip().position(begin));
        file.putInt((int) checksum.getValue());
        return begin;
    }

    /** Leaves only what comes before an offset. */
    private ByteBuffer keptUpTo(int end) {
        ByteBuffer torn = ByteBuffer.allocate(FILE);
        torn.put(file.duplicate().flip().limit(end)).clear();
        return torn;
    }

    @Test
    void aWholeLogIsLeftAsItIs() {
        add(100);
        add(LARGE);

        assertThat(TornTail.findIn(file.clear())).isEmpty();
        assertThat(TornTail.findIn(ByteBuffer.allocate(FILE))).isEmpty();
    }

    @Test
    void anEntryWithSomeOfItsPagesIsTorn() {
        add(100);
        int begin = add(LARGE);

        assertThat(TornTail.findIn(keptUpTo(PAGE))).hasValue(begin);
        assertThat(TornTail.findIn(keptUpTo(2 * PAGE))).hasValue(begin);
    }

    @Test
    void whatEndsInsideAPageWasNotTornByAWrite() {
        add(100);
        add(LARGE);

        assertThat(TornTail.findIn(keptUpTo(PAGE + 1000))).isEmpty();
    }

    @Test
    void aChangedByteIsNotTakenForATornWrite() {
        int first = add(100);
        int second = add(LARGE);
        int end = file.position();
        file.clear();

        for (int at = first; at < end; at += 13) {
            file.put(at, (byte) (file.get(at) ^ 1));
            assertThat(TornTail.findIn(file)).as("changed at %s", at).isEmpty();
            file.put(at, (byte) (file.get(at) ^ 1));
        }
        file.put(second + 1, (byte) 0x7f);
        assertThat(TornTail.findIn(file)).isEmpty();
    }

    @Test
    void nothingIsCutOffInFrontOfAWholeEntry() {
        int first = add(LARGE);
        add(100);
        file.clear();
        for (int at = PAGE; at < first + LARGE; at++) {
            file.put(at, (byte) 0);
        }

        assertThat(TornTail.findIn(file)).isEmpty();
    }
}
