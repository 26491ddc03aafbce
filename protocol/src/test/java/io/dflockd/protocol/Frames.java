package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short ways from text to requests, for the tests of this package. */
final class Frames {
    private Frames() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] frame(String command, String key, String argument) {
        return bytes(command + "\n" + key + "\n" + argument + "\n");
    }

    /** A reader that stands on the first frame of the input. */
    static FrameReader standingOn(byte[] input) {
        var reader = new FrameReader();
        reader.feed(input, 0, input.length);
        FrameReader.Step step = reader.next();
        if (step != FrameReader.Step.FRAME) {
            throw new AssertionError("expected a frame, got " + step);
        }
        return reader;
    }

    /** Lends the text to the reader and tells the first step that it takes in it. */
    static FrameReader.Step read(FrameReader reader, String text) {
        byte[] lent = bytes(text);
        reader.feed(lent, 0, lent.length);
        FrameReader.Step step = reader.next();
        reader.settle();
        return step;
    }

    static Request parse(String command, String key, String argument) throws ProtocolException {
        return parse(frame(command, key, argument));
    }

    static Request parse(byte[] frame) throws ProtocolException {
        var request = new Request();
        request.read(standingOn(frame), false);
        return request;
    }

    /** What is wrong with a request, or null. */
    static @Nullable Fault fault(String command, String key, String argument) {
        return fault(frame(command, key, argument));
    }

    static @Nullable Fault fault(byte[] frame) {
        try {
            parse(frame);
            return null;
        } catch (ProtocolException broken) {
            return broken.fault();
        }
    }

    /** Feeds the input in pieces of these sizes, over and over, and tells every frame, fault and overflow. */
    static List<String> transcript(byte[] input, int... sizes) {
        var reader = new FrameReader();
        List<String> told = new ArrayList<>();
        for (byte[] piece : pieces(input, sizes)) {
            feedBorrowed(reader, piece, () -> tellAll(reader, told));
        }
        return told;
    }

    /** The same, but nothing is read before everything is there, as behind a parked request. */
    static List<String> transcriptAtTheEnd(byte[] input, int... sizes) {
        var reader = new FrameReader();
        List<String> told = new ArrayList<>();
        for (byte[] piece : pieces(input, sizes)) {
            feedBorrowed(reader, piece, () -> {});
        }
        tellAll(reader, told);
        return told;
    }

    static List<byte[]> pieces(byte[] input, int... sizes) {
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0, i = 0; at < input.length; i++) {
            int to = Math.min(input.length, at + sizes[i % sizes.length]);
            pieces.add(Arrays.copyOfRange(input, at, to));
            at = to;
        }
        return pieces;
    }

    /** Lends the bytes to the reader, in the middle of an array that is used for something else afterwards. */
    private static void feedBorrowed(FrameReader reader, byte[] piece, Runnable reading) {
        byte[] lent = new byte[piece.length + 7];
        System.arraycopy(piece, 0, lent, 3, piece.length);
        reader.feed(lent, 3, 3 + piece.length);
        reading.run();
        reader.settle();
        Arrays.fill(lent, (byte) '#');
    }

    private static void tellAll(FrameReader reader, List<String> told) {
        FrameReader.Step step = reader.next();
        while (step == FrameReader.Step.FRAME) {
            told.add(tell(reader));
            step = reader.next();
        }
        if (step == FrameReader.Step.OVERFLOW) {
            told.add("overflow");
        }
    }

    private static String tell(FrameReader reader) {
        var request = new Request();
        try {
            request.read(reader, false);
            String argument = new String(request.argument(), StandardCharsets.UTF_8);
            return request.command().word() + " '" + request.key() + "' '" + argument + "'";
        } catch (ProtocolException broken) {
            return broken.fault().name();
        }
    }
}
