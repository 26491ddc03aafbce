package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.SERVER;
import static io.dflockd.client.wire.Wire.TOKEN;
import static io.dflockd.client.wire.Wire.lock;
import static io.dflockd.client.wire.Wire.lockFrame;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A server that sends whatever it likes: every line becomes a value or one of our exceptions. */
final class HostileLinesTest {
    private static final List<Consumer<String>> READERS = List.of(
            line -> Answers.granted(line, lockFrame(), SERVER),
            line -> Answers.enqueued(line, Frames.enqueue(lock("k")), SERVER),
            line -> Answers.renewed(line, Frames.renew(lock("k"), TOKEN), SERVER),
            line -> Answers.ok(line, Frames.ping(), SERVER),
            line -> Answers.number(line, Frames.counter("k"), SERVER),
            line -> Answers.value(line, Frames.value("k"), SERVER),
            line -> Answers.swapped(line, Frames.compareAndSet("k", null, "v"), SERVER),
            line -> Answers.met(line, Frames.meet("k", 2, Wire.TEN_SECONDS), SERVER),
            line -> Answers.strings(line, Frames.range("k", 0, 1), SERVER),
            Holders::parse,
            Pushes::parse);

    private static final List<String> PIECES = Stream.concat(
                    Stream.of(Status.values()).map(Status::word),
                    Stream.of(
                            " ",
                            " ",
                            " ",
                            " ",
                            "  ",
                            "\t",
                            "\r",
                            "\u0000",
                            TOKEN,
                            "33",
                            "0",
                            "-1",
                            "17",
                            "x",
                            "[",
                            "]",
                            "\"",
                            "\\",
                            ",",
                            "\\u",
                            "d83d",
                            "é",
                            "😀",
                            "\ud83d",
                            "sig",
                            "watch",
                            "leader",
                            "elected",
                            "ok {\"key\":",
                            "\"waiters\":0,\"holder_count\":1,",
                            "18446744073709551615",
                            "9223372036854775808"))
            .toList();

    @Test
    @Pitfall("PP-11")
    void everyLineIsAValueOrOneOfOurExceptions() {
        var random = new Random(20_260_105);
        for (int i = 0; i < 8_000; i++) {
            String line = line(random);
            READERS.forEach(reader -> readOrThrowOurs(reader, line));
        }
    }

    private static String line(Random random) {
        return random.ints(random.nextInt(8), 0, PIECES.size())
                .mapToObj(PIECES::get)
                .collect(Collectors.joining());
    }

    private static void readOrThrowOurs(Consumer<String> reader, String line) {
        try {
            reader.accept(line);
        } catch (DflockdException ours) {
            assertThat(ours.getMessage()).doesNotContain(TOKEN).hasSizeLessThan(300);
        }
    }
}
