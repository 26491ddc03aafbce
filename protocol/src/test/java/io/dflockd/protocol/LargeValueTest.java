package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.bytes;
import static io.dflockd.protocol.Frames.pieces;
import static io.dflockd.protocol.Frames.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.FrameReader.Step;
import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the third line may have of the commands that store or send a value. */
@Pitfall("PP-02")
final class LargeValueTest {
    private final FrameReader reader = new FrameReader();

    @ParameterizedTest
    @ValueSource(strings = {"kset", "kcas", "lpush", "rpush", "signal"})
    void theArgumentOfACommandThatCarriesAValueMayHaveAsMuchAsIsAllowed(String command) {
        reader.setValueCap(1_000);

        assertThat(read(reader, command + "\nk\n" + "v".repeat(1_000) + "\n")).isEqualTo(Step.FRAME);
        assertThat(read(reader, command + "\nk\n" + "v".repeat(1_000) + "\r\n")).isEqualTo(Step.FRAME);
        assertThat(read(reader, command + "\nk\n" + "v".repeat(1_001) + "\n")).isEqualTo(Step.TOO_LARGE);
    }

    @Test
    void noOtherCommandHasALongArgument() {
        for (Command command : Command.values()) {
            boolean isLong =
                    List.of("kset", "kcas", "lpush", "rpush", "signal", "auth").contains(command.word());
            FrameReader fresh = new FrameReader();
            byte[] frame = bytes(command.word() + "\nk\n" + "v".repeat(257) + "\n");
            fresh.feed(frame, 0, frame.length);

            assertThat(fresh.next()).as(command.word()).isEqualTo(isLong ? Step.FRAME : Step.OVERFLOW);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 257, 1_000, 65_536})
    void aValueMayComeInPieces(int piece) {
        reader.setValueCap(FrameReader.LARGEST_VALUE_CAP);
        byte[] stream = bytes("kset\nk\n" + "v".repeat(100_000) + "\nping\n_\n_\n");

        int frames = 0;
        for (byte[] each : pieces(stream, piece)) {
            reader.feed(each, 0, each.length);
            while (reader.next() == Step.FRAME) {
                frames++;
            }
            reader.settle();
        }

        assertThat(frames).isEqualTo(2);
    }

    @Test
    void theFramesBehindAValueThatIsTooLargeAreRead() {
        byte[] stream = bytes("kset\nk\n" + "v".repeat(70_000) + "\nping\n_\n_\n");

        for (int piece : new int[] {1, 64, 65_600, stream.length}) {
            FrameReader fresh = new FrameReader();
            List<Step> steps = new ArrayList<>();
            for (byte[] each : pieces(stream, piece)) {
                fresh.feed(each, 0, each.length);
                for (Step step = fresh.next(); step != Step.STARVED; step = fresh.next()) {
                    steps.add(step);
                }
                fresh.settle();
            }

            assertThat(steps).containsExactly(Step.TOO_LARGE, Step.FRAME);
            assertThat(fresh.isInsideFrame()).isFalse();
        }
    }

    @Test
    void aValueThatIsTooLargeIsNotKept() {
        read(reader, "kset\nk\n" + "v".repeat(60_000));
        read(reader, "v".repeat(10_000));

        assertThat(reader.pending()).isEqualTo("kset\nk\n".length());
        assertThat(reader.bytes()).hasSizeLessThan(100);
    }

    @Test
    void aTaggedRequestMayHaveALargeValueToo() {
        reader.setTagged(true);

        assertThat(read(reader, "7 kset\nk\n" + "v".repeat(65_536) + "\n")).isEqualTo(Step.FRAME);
    }

    @Test
    void theTagOutlivesAValueThatIsTooLarge() {
        reader.setTagged(true);
        byte[] frame = bytes("8 kset\nk\n" + "v".repeat(65_537) + "\n");
        reader.feed(frame, 0, frame.length);

        assertThat(reader.next()).isEqualTo(Step.TOO_LARGE);
        assertThat(new Request().tagOf(reader)).isEqualTo(8);
    }

    @Test
    void noMemoryIsKeptOnceAValueWasRead() {
        read(reader, "kset\nk\n" + "v".repeat(30_000));
        assertThat(reader.bytes().length).isBetween(30_000, 70_000);

        assertThat(read(reader, "v\n")).isEqualTo(Step.FRAME);
        assertThat(reader.bytes()).isEmpty();
    }
}
