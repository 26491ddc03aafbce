package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.bytes;
import static io.dflockd.protocol.Frames.pieces;
import static io.dflockd.protocol.Frames.read;
import static io.dflockd.protocol.Frames.standingOn;
import static io.dflockd.protocol.Frames.transcript;
import static io.dflockd.protocol.Frames.transcriptAtTheEnd;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.FrameReader.Step;
import io.dflockd.testkit.Pitfall;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameReaderTest {
    private final FrameReader reader = new FrameReader();

    @Nested
    final class Lines {
        @Test
        void aFrameIsThreeLines() {
            assertThat(transcript(bytes("l\nk\n0 5\n"), 99)).containsExactly("l 'k' '0 5'");
            assertThat(transcript(bytes("ping\n\n\n"), 99)).containsExactly("ping '' ''");
        }

        @Test
        void aFrameThatIsPutBackIsFoundOnceMore() throws ProtocolException {
            Request request = new Request();
            byte[] lent = bytes("l\na\n0\nl\nb\n0\n");
            reader.feed(lent, 0, lent.length);
            assertThat(reader.next()).isEqualTo(Step.FRAME);

            reader.putBack();
            reader.settle();
            Arrays.fill(lent, (byte) 'x');

            assertThat(reader.next()).isEqualTo(Step.FRAME);
            request.read(reader, false);
            assertThat(request.key()).isEqualTo(Key.of("a"));
            assertThat(reader.next()).isEqualTo(Step.FRAME);
            request.read(reader, false);
            assertThat(request.key()).isEqualTo(Key.of("b"));
            assertThat(reader.next()).isEqualTo(Step.STARVED);
        }

        @Test
        void framesMayFollowEachOtherInOnePiece() {
            assertThat(transcript(bytes("l\na\n0\nr\nb\nt\nzz\n_\n\nl\nc"), 99))
                    .containsExactly("l 'a' '0'", "r 'b' 't'", "UNKNOWN_COMMAND");
        }

        @Test
        @Pitfall("PP-03")
        void allCarriageReturnsBeforeTheLineFeedAreRemoved() {
            assertThat(transcript(bytes("l\r\nk\r\r\r\n0\r\n"), 99)).containsExactly("l 'k' '0'");
            assertThat(transcript(bytes("kset\nk\n\r\r\n"), 99)).containsExactly("MALFORMED_ARGUMENT");
        }

        @Test
        @Pitfall("PP-03")
        void aCarriageReturnElsewhereIsContent() {
            assertThat(transcript(bytes("kset\nk\na\rb\n"), 99)).containsExactly("kset 'k' 'a\rb'");
            assertThat(transcript(bytes("l\na\rb\n0\n"), 99)).containsExactly("BAD_KEY");
            assertThat(transcript(bytes("l\r \nk\n0\n"), 99)).containsExactly("UNKNOWN_COMMAND");
        }

        @Test
        void controlCharactersAreContent() {
            assertThat(transcript(bytes("kset\n\u0000\u0001\u007f\n\u0000\n"), 99))
                    .containsExactly("kset '\u0000\u0001\u007f' '\u0000'");
        }
    }

    @Nested
    @Pitfall("PP-06")
    final class Pieces {
        private final byte[] stream = bytes("l\nrésumé\n0\r\nr\r\n鍵-1\r\ntoken\n\n\n\nauth\n_\n" + "s".repeat(1_000)
                + "\nkset\n😀.>\n \u00a0 \nl\n" + "x".repeat(256) + "\r\n0 7\nsl\na b\n0 1\nl\nend\n0\nl\npart");
        private final List<String> whole = transcript(stream, stream.length);

        @Test
        void aWholeStreamIsReadFrameByFrame() {
            assertThat(whole)
                    .containsExactly(
                            "l 'résumé' '0'",
                            "r '鍵-1' 'token'",
                            "UNKNOWN_COMMAND",
                            "auth '' '" + "s".repeat(1_000) + "'",
                            "kset '😀.>' ' \u00a0 '",
                            "l '" + "x".repeat(256) + "' '0 7'",
                            "BAD_KEY",
                            "l 'end' '0'");
        }

        @Test
        void piecesOfAnySizeGiveTheSameFrames() {
            for (int size = 1; size <= stream.length; size++) {
                assertThat(transcript(stream, size))
                        .as("pieces of %d bytes", size)
                        .isEqualTo(whole);
                assertThat(transcriptAtTheEnd(stream, size))
                        .as("pieces of %d bytes", size)
                        .isEqualTo(whole);
            }
        }

        @Test
        void piecesOfRandomSizesGiveTheSameFrames() {
            for (long seed = 0; seed < 500; seed++) {
                int[] sizes = new Random(seed).ints(64, 1, 40).toArray();

                assertThat(transcript(stream, sizes)).as("seed %d", seed).isEqualTo(whole);
                assertThat(transcriptAtTheEnd(stream, sizes))
                        .as("seed %d", seed)
                        .isEqualTo(whole);
            }
        }

        @Test
        void anOverlongLineIsFoundWhateverThePieces() {
            byte[] overlong = bytes("l\nk\n0\nl\n" + "x".repeat(600) + "\n0\n");

            for (int size = 1; size <= overlong.length; size++) {
                assertThat(transcript(overlong, size))
                        .as("pieces of %d bytes", size)
                        .startsWith("l 'k' '0'", "overflow");
            }
        }
    }

    @Nested
    @Pitfall("PP-02")
    final class Caps {
        @ParameterizedTest
        @ValueSource(strings = {"%s\nk\n0\n", "kset\n%s\nv\n", "kset\nk\n%s\n"})
        void eachLineMayHave256Bytes(String frame) {
            assertThat(read(reader, frame.formatted("x".repeat(256)))).isEqualTo(Step.FRAME);
            assertThat(read(reader, frame.formatted("x".repeat(256) + "\r"))).isEqualTo(Step.FRAME);
            assertThat(read(reader, frame.formatted("鍵".repeat(85) + "x"))).isEqualTo(Step.FRAME);
        }

        @ParameterizedTest
        @ValueSource(strings = {"%s\nk\n0\n", "kset\n%s\nv\n", "l\nk\n%s\n"})
        void noLineMayHave257Bytes(String frame) {
            assertThat(read(reader, frame.formatted("x".repeat(257)))).isEqualTo(Step.OVERFLOW);
        }

        @ParameterizedTest
        @ValueSource(strings = {"%s\nk\n0\n", "kset\n%s\nv\n", "l\nk\n%s\n"})
        void theCapCountsBytesAndNotCharacters(String frame) {
            assertThat(read(reader, frame.formatted("鍵".repeat(85) + "xy"))).isEqualTo(Step.OVERFLOW);
        }

        @Test
        @Pitfall("PP-03")
        void onlyOneCarriageReturnIsNotCounted() {
            assertThat(read(reader, "l\n" + "x".repeat(255) + "\r\r\n0\n")).isEqualTo(Step.FRAME);
            assertThat(read(reader, "l\n" + "x".repeat(256) + "\r\r\n0\n")).isEqualTo(Step.OVERFLOW);
        }

        @Test
        @Pitfall("PP-03")
        void aMillionCarriageReturnsAreTooManyAndAreNotKept() {
            for (int i = 0; i < 1_000; i++) {
                assertThat(read(reader, "\r".repeat(1_000))).isEqualTo(Step.STARVED);
                assertThat(reader.pending()).isZero();
            }

            assertThat(read(reader, "\n")).isEqualTo(Step.OVERFLOW);
        }

        @Test
        void theRestOfAnOverlongLineIsSkippedAndNotKept() {
            assertThat(read(reader, "l\n" + "x".repeat(300))).isEqualTo(Step.STARVED);
            assertThat(read(reader, "x".repeat(50_000))).isEqualTo(Step.STARVED);
            assertThat(reader.pending()).isLessThanOrEqualTo(2);
            assertThat(reader.isInsideFrame()).isTrue();

            assertThat(read(reader, "\n")).isEqualTo(Step.OVERFLOW);
        }

        @Test
        void aLineThatIsStillWithinItsCapWaitsForMore() {
            assertThat(read(reader, "x".repeat(256))).isEqualTo(Step.STARVED);
            assertThat(read(reader, "\r")).isEqualTo(Step.STARVED);
            assertThat(read(reader, "\r")).isEqualTo(Step.STARVED);

            assertThat(read(reader, "\n")).isEqualTo(Step.OVERFLOW);
        }
    }

    @Nested
    final class Secrets {
        @Test
        void theThirdLineOfAuthMayHave65536Bytes() {
            assertThat(read(reader, "auth\n_\n" + "s".repeat(65_536) + "\n")).isEqualTo(Step.FRAME);
            assertThat(read(reader, "auth\r\n_\r\n" + "s".repeat(65_536) + "\r\n"))
                    .isEqualTo(Step.FRAME);
        }

        @Test
        void theThirdLineOfAuthMayNotHaveMore() {
            assertThat(read(reader, "auth\n_\n" + "s".repeat(65_537) + "\n")).isEqualTo(Step.OVERFLOW);
        }

        @ParameterizedTest
        @ValueSource(ints = {257, 258, 259, 65_535, 65_536})
        void aSecretMayComeInSmallPieces(int length) {
            byte[] stream = bytes("auth\n_\n" + "s".repeat(length) + "\nping\n_\n_\n");

            assertThat(transcript(stream, 257, 3, 64).equals(transcript(stream, stream.length)))
                    .isTrue();
            assertThat(transcript(stream, 257, 3, 64)).hasSize(2).last().isEqualTo("ping '' '_'");
        }

        @Test
        void theOtherLinesOfAuthHaveTheCapOfAllLines() {
            assertThat(read(reader, "auth\n" + "k".repeat(257) + "\n")).isEqualTo(Step.OVERFLOW);
        }

        @ParameterizedTest
        @ValueSource(strings = {"AUTH", "auth ", " auth", "authx", "kget", "7 auth"})
        void noOtherCommandMayHaveALongArgument(String command) {
            assertThat(read(reader, command + "\nk\n" + "s".repeat(257) + "\n")).isEqualTo(Step.OVERFLOW);
        }

        @ParameterizedTest
        @ValueSource(ints = {256, 300, 65_535})
        void theLongestSecretMayBeSetToLess(int cap) {
            reader.setSecretCap(cap);

            assertThat(read(reader, "auth\n_\n" + "s".repeat(cap) + "\r\n")).isEqualTo(Step.FRAME);
            assertThat(read(reader, "auth\n_\n" + "s".repeat(cap + 1) + "\n")).isEqualTo(Step.OVERFLOW);
        }

        @Test
        void aShortSecretMakesNoLineShorterThanAnyOther() {
            reader.setSecretCap(6);

            assertThat(read(reader, "auth\n_\n" + "s".repeat(256) + "\n")).isEqualTo(Step.FRAME);
        }

        @Test
        @Pitfall("TA-06")
        void aSecretThatIsTooLongIsSkippedAndNotKept() {
            reader.setSecretCap(300);

            read(reader, "auth\n_\n" + "s".repeat(200));
            read(reader, "s".repeat(50_000));

            assertThat(reader.pending()).isEqualTo("auth\n_\n".length());
            assertThat(reader.bytes()).hasSizeLessThan(100);
        }

        @Test
        void aTaggedAuthMayHaveALongSecretToo() {
            reader.setTagged(true);

            assertThat(read(reader, "7 auth\n_\n" + "s".repeat(65_536) + "\n")).isEqualTo(Step.FRAME);
            assertThat(read(reader, "7 listen\n_\n" + "s".repeat(257) + "\n")).isEqualTo(Step.OVERFLOW);
        }
    }

    @Nested
    final class Progress {
        @Test
        void tellsWhetherAFrameHasBegunAndWhichLineIsBeingRead() {
            assertThat(reader.isInsideFrame()).isFalse();
            assertThat(reader.line()).isZero();

            read(reader, "l");
            assertThat(reader.isInsideFrame()).isTrue();
            assertThat(reader.line()).isZero();

            read(reader, "\n");
            assertThat(reader.line()).isEqualTo(1);

            read(reader, "k\n");
            assertThat(reader.line()).isEqualTo(2);

            read(reader, "0\n");
            assertThat(reader.isInsideFrame()).isFalse();
            assertThat(reader.line()).isZero();
        }

        @Test
        void whatIsDiscardedIsAsIfItHadNeverCome() {
            read(reader, "l\nk\n0\nl\n");
            reader.next();
            read(reader, "x".repeat(300));
            reader.discard();

            assertThat(reader.isInsideFrame()).isFalse();
            assertThat(read(reader, "ping\n_\n_\n")).isEqualTo(Step.FRAME);
        }

        @Test
        void countsTheBytesThatNoFrameHasUsed() {
            byte[] input = bytes("l\na\n0\nl\nb\n0\nl\n");
            reader.feed(input, 0, input.length);
            assertThat(reader.pending()).isEqualTo(14);

            assertThat(reader.next()).isEqualTo(Step.FRAME);
            reader.settle();
            assertThat(reader.pending()).isEqualTo(8);

            assertThat(reader.next()).isEqualTo(Step.FRAME);
            assertThat(reader.next()).isEqualTo(Step.STARVED);
            assertThat(reader.pending()).isEqualTo(2);
        }

        @Test
        void keepsNoMemoryBetweenFrames() {
            assertThat(read(reader, "l\nk\n0\n")).isEqualTo(Step.FRAME);

            assertThat(reader.bytes()).isEmpty();
        }

        @Test
        void keepsLittleMemoryHoweverLongAStreamIsCutInTheMiddleOfItsFrames() {
            byte[] stream = bytes("l\nk\n0\n".repeat(100_000));

            for (byte[] piece : pieces(stream, 1_001)) {
                reader.feed(piece, 0, piece.length);
                while (reader.next() == Step.FRAME) {}
                reader.settle();

                assertThat(reader.bytes().length).isLessThan(100);
            }
        }

        @Test
        void givesTheMemoryOfABacklogBackOnceItIsRead() {
            byte[] backlog = bytes("l\nk\n0\n".repeat(10_000) + "l\n");
            for (byte[] piece : pieces(backlog, 1_001)) {
                reader.feed(piece, 0, piece.length);
                reader.settle();
            }

            while (reader.next() == Step.FRAME) {}
            reader.settle();

            assertThat(reader.pending()).isEqualTo(2);
            assertThat(reader.bytes().length).isLessThan(100);
        }
    }

    @Nested
    final class TagsOfBrokenFrames {
        private final Request request = new Request();

        @Test
        void theTagIsKnownOnceTheFirstLineIsWhole() {
            reader.setTagged(true);
            read(reader, "12 l\nk");

            assertThat(request.tagOf(reader)).isEqualTo(12);
        }

        @Test
        void theTagIsZeroBeforeThat() {
            reader.setTagged(true);
            read(reader, "12 l");

            assertThat(request.tagOf(reader)).isZero();
        }

        @Test
        void theTagIsZeroWhereThereIsNone() {
            reader.setTagged(true);
            read(reader, "l\nk");

            assertThat(request.tagOf(reader)).isZero();
        }

        @ParameterizedTest
        @ValueSource(ints = {257, 258, 300, 70_000})
        void theTagOutlivesAnOverlongLine(int length) {
            reader.setTagged(true);

            assertThat(read(reader, "12 l\n" + "k".repeat(length) + "\n")).isEqualTo(Step.OVERFLOW);

            assertThat(request.tagOf(reader)).isEqualTo(12);
        }

        @Test
        void theTagOutlivesAnOverlongLineThatNeverEnds() {
            reader.setTagged(true);

            assertThat(read(reader, "12 l\nk\n" + "0".repeat(300))).isEqualTo(Step.STARVED);
            assertThat(read(reader, "0".repeat(300))).isEqualTo(Step.STARVED);

            assertThat(request.tagOf(reader)).isEqualTo(12);
        }

        @Test
        void theTagIsZeroWhenTheFirstLineIsTheOverlongOne() {
            reader.setTagged(true);

            assertThat(read(reader, "12 " + "l".repeat(300) + "\n")).isEqualTo(Step.OVERFLOW);

            assertThat(request.tagOf(reader)).isZero();
        }
    }

    @Test
    void aFrameCanBeReadUntilTheNextCall() throws ProtocolException {
        FrameReader standing = standingOn(bytes("l\nfirst\n0\nl\nsecond\n0\n"));
        var request = new Request();

        request.read(standing, false);
        assertThat(request.key()).hasToString("first");

        assertThat(standing.next()).isEqualTo(Step.FRAME);
        request.read(standing, false);
        assertThat(request.key()).hasToString("second");
    }
}
