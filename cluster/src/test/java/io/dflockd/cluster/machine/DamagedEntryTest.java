package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A damaged entry stops the machine, or is another entry that can be read; it never fails in any other way. */
@Pitfall("HA-16")
final class DamagedEntryTest {
    private final List<byte[]> log = History.draw(31, 60);

    private static void apply(List<byte[]> before, byte[] damaged) {
        ReplicatedMachine machine = TestCluster.newMachine(new Told());
        before.forEach(machine::apply);
        try {
            machine.apply(damaged);
        } catch (UnreadableEntryException expected) {
            assertThat(expected).hasMessageStartingWith("the log has ");
        }
    }

    @Test
    void whateverByteIsFlipped() {
        for (int index = 0; index < log.size(); index += 13) {
            byte[] entry = log.get(index);
            for (int at = 0; at < entry.length; at++) {
                byte[] damaged = entry.clone();
                damaged[at] ^= (byte) (1 << at % 8);
                apply(log.subList(0, index), damaged);
            }
        }
    }

    @Test
    void whereverItIsCut() {
        for (int index = 0; index < log.size(); index += 11) {
            byte[] entry = log.get(index);
            for (int length = 0; length < entry.length; length += 3) {
                byte[] cut = Arrays.copyOf(entry, length);
                apply(log.subList(0, index), cut);
            }
        }
    }

    @Test
    void whateverRandomBytesFollowItsVersion() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(80)];
            random.nextBytes(bytes);
            bytes[0] = Part.VERSION;
            if (bytes.length > 30) {
                Arrays.fill(bytes, 25, 28, (byte) 0); // the length of the first part, so that some are looked into
                bytes[29] = (byte) (1 + random.nextInt(2));
            }
            assertThatCode(() -> apply(log.subList(0, 3), bytes)).doesNotThrowAnyException();
        }
    }

    @Test
    void aLengthThatIsNotThereIsNotBelieved() {
        byte[] entry = new Entry(0, 0, 0, List.of(new byte[10])).toBytes();
        Arrays.fill(entry, 25, 29, (byte) 0x7F);

        ReplicatedMachine machine = TestCluster.newMachine(new Told());

        assertThatThrownBy(() -> machine.apply(entry))
                .isInstanceOf(UnreadableEntryException.class)
                .hasMessageContaining("2139062143 bytes where 10 are left");
    }
}
