package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a list costs: as much as is in it, whatever has gone through it, and the same at both ends. */
@Pitfall("CK-11")
final class ListMemoryTest {
    private static final long MEGABYTE = 1 << 20;

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");

    /** Forgets what is said, but not whether all was well. */
    private static final class Deaf implements Outbox {
        int refused;

        @Override
        public void reply(Session to, long tag, Reply reply) {
            refused += reply.status() == Status.OK ? 0 : 1;
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            reply(to, tag, reply);
        }

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void push(Session to, Push push) {}
    }

    private static Request request(String command, String argument) throws ProtocolException {
        byte[] frame = (command + "\njobs\n" + argument + "\n").getBytes(StandardCharsets.UTF_8);
        FrameReader reader = new FrameReader();
        reader.feed(frame, 0, frame.length);
        assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
        Request request = new Request();
        request.read(reader, false);
        return request;
    }

    private void repeat(int times, Request... requests) {
        Deaf outbox = new Deaf();
        Turn turn = new Turn(engine.nowNanos(), () -> 0, outbox);
        for (int i = 0; i < times; i++) {
            for (Request request : requests) {
                engine.bare().apply(alice.session(), request, turn);
            }
        }
        assertThat(outbox.refused).isZero();
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** A list that kept a place for everything that went through it would need forty megabytes or more. */
    @ParameterizedTest
    @CsvSource({"rpush, lpop", "lpush, rpop"})
    void aShortQueueThroughWhichTenMillionItemsWentIsStillShort(String push, String pop) throws ProtocolException {
        Request in = request(push, "an item");
        Request out = request(pop, "");
        repeat(10, in);
        repeat(1_000, in, out);
        long before = usedBytes();

        repeat(10_000_000, in, out);

        assertThat(usedBytes() - before).isLessThan(10 * MEGABYTE);
        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 10");
    }

    /** If all of them were copied for each, it would be four gigabytes. */
    @ParameterizedTest
    @CsvSource({"lpush", "rpush"})
    void pushingToALongListCopiesNothing(String push) throws ProtocolException {
        Request in = request(push, "an item");
        repeat(100_000, in);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();

        repeat(10_000, in);

        assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(20 * MEGABYTE);
        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 110000");
    }

    @Test
    void itemsThatWereTakenAreNotKept() throws ProtocolException {
        long before = usedBytes();
        repeat(1_000_000, request("rpush", "an item"));

        repeat(999_990, request("lpop", ""));

        assertThat(usedBytes() - before).isLessThan(10 * MEGABYTE);
        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 10");
    }
}
