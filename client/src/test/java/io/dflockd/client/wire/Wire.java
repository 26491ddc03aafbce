package io.dflockd.client.wire;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The other end of the wire, as the server reads it, and short ways to frames; for the tests of this package. */
final class Wire {
    static final String SERVER = "127.0.0.1:6388";
    static final String TOKEN = "00000000000000110123456789abcdef"; // fence 17
    static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private static final List<String> PIECES = List.of(
            "a", "Z", "0", ".", "*", ">", ":", "/", "_", "-", "\"", "\\", "[", ",", "é", "鍵", "😀", "\u0000", "\u001b",
            "\u007f", "\u0085", "\u2028", "\ufeff", "\uffff");
    private static final List<String> BAD_PIECES = List.of(" ", "\t", "\n", "\r", "\u000b", "\f", "\ud83d", "\ude00");

    private Wire() {}

    static Slot lock(String key) {
        return new Slot(GrantKind.LOCK, key, 1, null);
    }

    static Frame lockFrame() {
        return Frames.acquire(lock("orders"), TEN_SECONDS);
    }

    static String text(Frame frame) {
        return new String(frame.bytes(), StandardCharsets.UTF_8);
    }

    /** The request that the server reads, having made sure that there is one frame and no byte more. */
    static Request read(Frame frame) {
        var reader = readerOfTheLargestValues();
        reader.feed(frame.bytes(), 0, frame.bytes().length);
        var request = new Request();
        try {
            if (reader.next() != FrameReader.Step.FRAME) {
                throw new AssertionError("no frame: " + frame);
            }
            request.read(reader, false);
            if (reader.next() != FrameReader.Step.STARVED || reader.isInsideFrame()) {
                throw new AssertionError("more than a frame: " + frame);
            }
            return reread(frame);
        } catch (ProtocolException refused) {
            throw new AssertionError(frame + " is refused", refused);
        }
    }

    private static FrameReader readerOfTheLargestValues() {
        var reader = new FrameReader();
        reader.setValueCap(FrameReader.LARGEST_VALUE_CAP);
        return reader;
    }

    /** The request is a view of its reader's memory, so the one that is looked at has a reader of its own. */
    private static Request reread(Frame frame) throws ProtocolException {
        var reader = readerOfTheLargestValues();
        reader.feed(frame.bytes(), 0, frame.bytes().length);
        FrameReader.Step step = reader.next();
        var request = new Request();
        if (step == FrameReader.Step.FRAME) {
            request.read(reader, false);
        }
        return request;
    }

    /** Texts a key may be, by a fixed seed. */
    static Stream<String> goodTexts(long seed, int count) {
        var random = new Random(seed);
        return Stream.generate(() -> text(random, PIECES, 1 + random.nextInt(60)))
                .limit(count);
    }

    /** Texts of all sorts, most of which have something in them that no key can have. */
    static Stream<String> wildTexts(long seed, int count) {
        var random = new Random(seed);
        List<String> pieces =
                Stream.concat(PIECES.stream(), BAD_PIECES.stream()).toList();
        return Stream.generate(() -> text(random, pieces, random.nextInt(90))).limit(count);
    }

    private static String text(Random random, List<String> pieces, int length) {
        return random.ints(length, 0, pieces.size()).mapToObj(pieces::get).collect(Collectors.joining());
    }
}
